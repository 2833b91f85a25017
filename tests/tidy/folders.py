"""Folders: how many files one may have, and which need a README."""

from collections import Counter, defaultdict
from pathlib import PurePosixPath

import house


def check(tree):
    code = defaultdict(Counter)
    for name in tree.names:
        if name.endswith(house.CODE):
            code[str(PurePosixPath(name).parent)][name] += 1
    for folder, files in sorted(code.items()):
        if len(files) > house.MAX_FOLDER_FILES and folder not in house.CATALOGUES:
            yield f"{folder}: {len(files)} files; {house.MAX_FOLDER_FILES} is the most"
        if len(files) > house.MAX_FILES_WITHOUT_README and not (tree.root / folder / "README.md").exists():
            yield f"{folder}: {len(files)} files and no README.md"
