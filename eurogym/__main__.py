"""`python -m eurogym` is the command `eurogym`."""

from eurogym.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
