"""The files of a tree, as the checks see them."""

import re
import subprocess
from functools import cached_property
from pathlib import Path, PurePosixPath

import house


class Tree:
    """What git would commit: tracked files, and new ones that it does not ignore. A read is kept."""

    def __init__(self, root):
        self.root = Path(root).resolve()
        self._texts = {}

    @cached_property
    def names(self):
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=self.root,
            capture_output=True,
            check=True,
        ).stdout.decode()
        return sorted({name for name in listed.split("\0") if name and (self.root / name).is_file()})

    @cached_property
    def sources(self):
        return [name for name in self.names if name.endswith((".cpp", ".hpp"))]

    def text(self, name):
        if name not in self._texts:
            self._texts[name] = (self.root / name).read_text(encoding="utf-8")
        return self._texts[name]

    def lines(self, name):
        """Number and text of each line, from 1."""
        return enumerate(self.text(name).split("\n"), 1)


def room_of(name):
    return name.split("/")[0]


def folder_in_room(name):
    """The folder as the room's list writes it: `.`, `storage`, `expression/syntax`."""
    parts = PurePosixPath(name).parent.parts[1:]
    return "/".join(parts) or "."


def included(line):
    match = re.match(r'\s*#include [<"]([^>"]+)[>"]', line)
    return match.group(1) if match else None


def is_in_room(name):
    return room_of(name) in house.ROOMS
