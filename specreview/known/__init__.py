"""Known beside unknown: positives and look-alikes that resemble a candidate."""
