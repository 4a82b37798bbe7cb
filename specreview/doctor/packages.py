"""Python and the installed packages against the ranges that pyproject.toml states."""

import platform
import tomllib
from collections.abc import Callable, Iterator
from importlib import metadata
from importlib.util import find_spec

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from specreview.doctor.check import Check, failure, well
from specreview.resources import root
from specreview.version import __version__

EXTRAS = {"local": ("torch", "transformers", "accelerate"), "server": ("openai",)}
"""What each inspector's extra brings along."""

_PROJECT = "specreview"
Installed = Callable[[str], str | None]


def installed(package: str) -> str | None:
    """Version of a package that can be imported here; None where it cannot."""
    module = {"pyyaml": "yaml", "pillow": "PIL"}.get(package, package).replace("-", "_")
    if find_spec(module) is None:
        return None
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def check_python(version: str = platform.python_version()) -> Iterator[Check]:
    """The interpreter against requires-python."""
    wanted, _ = _stated()
    if not SpecifierSet(wanted).contains(version, prereleases=True):
        yield failure("python", f"{version}, wanted {wanted}", f"install a Python {wanted}")
        return
    yield well("python", f"{version}, specreview {__version__}")


def check_packages(version_of: Installed = installed) -> Iterator[Check]:
    """All packages without which nothing runs."""
    _, requirements = _stated()
    yield from _compared("packages", requirements.get("", []), version_of, _PROJECT)


def check_extra(extra: str, version_of: Installed = installed) -> Iterator[Check]:
    """What the inspector called `extra` needs on top; nothing for the rules."""
    if extra not in EXTRAS:
        return
    _, requirements = _stated()
    wanted = requirements.get(extra) or [Requirement(name) for name in EXTRAS[extra]]
    yield from _compared(f"extra {extra}", wanted, version_of, f"'{_PROJECT}[{extra}]'")


def _compared(
    name: str, wanted: list[Requirement], version_of: Installed, install: str
) -> Iterator[Check]:
    found = {one.name: version_of(one.name.lower()) for one in wanted}
    missing = [one.name for one in wanted if found[one.name] is None]
    if missing:
        yield failure(name, f"{', '.join(missing)} not installed", f"pip install {install}")
    for one in wanted:
        version = found[one.name]
        if version is not None and not one.specifier.contains(version, prereleases=True):
            yield failure(
                name,
                f"{one.name} {version}, wanted {one.specifier}",
                f'pip install "{one.name}{one.specifier}"',
            )
            missing.append(one.name)
    if not missing:
        versions = ", ".join(f"{one.name} {found[one.name]}" for one in wanted)
        yield well(name, versions)


def _stated() -> tuple[str, dict[str, list[Requirement]]]:
    """requires-python, and the requirements by extra ("" for none): of the checkout, else of the
    installed package, whose record in a development install may be older than the checkout.
    """
    file = root() / "pyproject.toml"
    if file.is_file():
        project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
        lists = {"": project["dependencies"], **project["optional-dependencies"]}
        named = {extra: [Requirement(line) for line in lines] for extra, lines in lists.items()}
        return project["requires-python"], named
    found: dict[str, list[Requirement]] = {}
    for line in metadata.requires(_PROJECT) or ():
        requirement = Requirement(line)
        marker = str(requirement.marker or "")
        extra = next((one for one in EXTRAS if f'"{one}"' in marker.replace("'", '"')), None)
        if not marker or extra:
            found.setdefault(extra or "", []).append(requirement)
    return metadata.metadata(_PROJECT)["Requires-Python"], found
