"""How good an inspector is: counts, rates with ranges, and what they mean for a search."""
