"""Judging the rules inspector: who is who, how it is inspected, what is made harder."""
