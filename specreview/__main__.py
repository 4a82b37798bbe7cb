"""`python -m specreview`: the command line."""

from specreview.cli.main import main

if __name__ == "__main__":
    main()
