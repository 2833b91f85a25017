"""The console's page: the order of its folders, the sizes of its files and functions, its types of the admin API."""

import json
import re
import sys
from pathlib import Path, PurePosixPath

import house
from lines import check_functions, check_length

sys.path.append(str(Path(__file__).resolve().parents[2] / "emulator/console"))
import shapes

IMPORT = re.compile(r"""(?:from|import) ['"](\.[^'"]+)['"]""")


def check(tree):
    for name in tree.names:
        if not (name.startswith(house.PAGE) and name.endswith((".ts", ".tsx"))):
            continue
        yield from check_length(tree, name, house.MAX_FILE_LINES)
        yield from check_imports(tree, name)
        yield from check_functions(tree, name)
    yield from check_shapes(tree)


def check_shapes(tree):
    if shapes.OPENAPI not in tree.names:
        return
    written = tree.text(shapes.SHAPES) if shapes.SHAPES in tree.names else ""
    if written != shapes.text_of(json.loads(tree.text(shapes.OPENAPI))):
        yield f"{shapes.SHAPES}: not what {shapes.OPENAPI} describes; ./dev shapes writes it again"


def level(name):
    """`parts` of …/page/parts/basic.tsx; `app` for the files that lie in no folder."""
    parts = PurePosixPath(name[len(house.PAGE):]).parts
    return parts[0] if len(parts) > 1 else "app"


def resolved(name, target):
    """The path that an import names, without its suffix."""
    parts = list(PurePosixPath(name).parent.parts)
    for part in target.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def check_imports(tree, name):
    here = level(name)
    if here not in house.PAGE_ORDER:
        yield f"{name}: the page's order in tests/tidy/house.py has no {here}"
        return
    for number, line in tree.lines(name):
        match = IMPORT.search(line)
        there = level(resolved(name, match.group(1))) if match else here
        if there not in house.PAGE_ORDER:
            continue
        if house.PAGE_ORDER.index(there) > house.PAGE_ORDER.index(here):
            yield f"{name}:{number}: {here} may not import {match.group(1)}: {there} comes after it"
