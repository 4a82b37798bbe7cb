"""A trace beside the flux: what each step shows when measured, and how its claims stand."""
