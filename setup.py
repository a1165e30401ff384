"""Where the packages are: `eurogym.envs` is the folder `envs` and so on, each with all that is below it (a new game is
found without an entry here). Everything else stands in pyproject.toml."""

from setuptools import find_namespace_packages, setup

FOLDERS = ("envs", "agents", "training")
below = [  # folders of data are packages too, to setuptools
    name
    for folder in FOLDERS
    for name in find_namespace_packages(include=[folder, f"{folder}.*"], exclude=["*.__pycache__"])
]

setup(
    packages=["eurogym", *(f"eurogym.{name}" for name in below)],
    package_dir={"eurogym": "eurogym", **{f"eurogym.{folder}": folder for folder in FOLDERS}},
)
