"""The site: README, docs/, notebooks and docstrings as one set of linked pages.

`stage` lays the pages out for Sphinx, `notebooks` and `reference` make those that are not Markdown files, `build` runs
Sphinx, `links` reads what came out. The command is `python -m tools docs site`.
"""
