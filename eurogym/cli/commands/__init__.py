"""The subcommands of `eurogym`, a module each: arguments and printing alone; the work is done by the rooms beside.

A module holds a docstring (the description that --help shows), EXAMPLES, `add_arguments(parser)`, and `main(args)`,
which returns the exit code.
"""
