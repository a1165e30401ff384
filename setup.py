"""Which folders are the packages: `eurogym.envs` is the folder `envs`, and so on.

In a checkout `eurogym/envs` and its like are links, for editors and type checkers. The build reads the folders, so that
a checkout without links (Windows, many archives) gives the same wheel.
"""

from pathlib import Path

from setuptools import find_namespace_packages, setup
from setuptools.command.editable_wheel import editable_wheel

FOLDERS = {
    "eurogym.envs": "envs",
    "eurogym.agents": "agents",
    "eurogym.training": "training",
    "eurogym.play.rules": "docs/rules",
}


class Editable(editable_wheel):
    """With links, a plain entry of sys.path, which type checkers understand; without, setuptools' import hook."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if all(Path(*name.split(".")).is_dir() for name in FOLDERS):
            self.package_dir = {"": "."}


def packages() -> list[str]:
    """All packages. Folders of data are some too, whose files pyproject.toml names by kind."""
    caches = ["*__pycache__*"]
    linked = [*FOLDERS, *(f"{name}.*" for name in FOLDERS)]
    found = find_namespace_packages(include=["eurogym*"], exclude=caches + linked)
    for name, folder in FOLDERS.items():
        inside = find_namespace_packages(folder, exclude=caches)
        found += [name, *(f"{name}.{part}" for part in inside)]
    return found


setup(packages=packages(), package_dir={"": ".", **FOLDERS}, cmdclass={"editable_wheel": Editable})
