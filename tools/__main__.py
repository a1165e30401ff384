"""`python -m tools`: what the upkeep of a checkout needs."""

import sys

from eurogym.training.cli import Suite, main

TOOLS = Suite(
    prog="python -m tools",
    description="What the upkeep of a checkout of eurogym needs; called from its folder.",
    package="tools.commands",
    commands={
        "docs": "generate tables and pictures for the docs, or build the site",
        "results": "do the published tables follow from their data?",
        "stubs": "write or check the stub files of the public functions",
        "screenshots": "pictures of the tables in the browser, by size and colour",
        "playthrough": "write or check the golden text games",
        "yardsticks": "speed of games of other libraries",
    },
    examples="""examples:
  python -m tools docs                  write the generated pages anew
  python -m tools playthrough --write   write the golden games anew
  python -m tools.mutate villagers      change the rules one place at a time: do the tests notice?
  python -m tools COMMAND --help        every command has its own examples
""",
)

if __name__ == "__main__":
    sys.exit(main(suite=TOOLS))
