"""`python -m tools`: tools for maintaining a checkout."""

import sys

from eurogym.cli.main import Command, Suite, main

TOOLS = Suite(
    prog="python -m tools",
    description="Tools for maintaining a checkout of eurogym; run them in its folder.",
    package="tools.commands",
    groups={
        "tools": {
            "docs": Command("generate the tables and pictures of the docs, or build the site"),
            "results": Command("check or rewrite the published tables from their data"),
            "stubs": Command("write or check the stub files of the public functions"),
            "screenshots": Command("take pictures of the tables in the browser"),
            "playthrough": Command("write or check the golden text games"),
            "reports": Command("write the figures that design reports are held beside"),
        }
    },
    examples="""examples:
  python -m tools docs                  rewrite the generated pages
  python -m tools playthrough --write   rewrite the golden games
  python -m tools COMMAND --help        every command has its own examples
""",
)

if __name__ == "__main__":
    sys.exit(main(suite=TOOLS))
