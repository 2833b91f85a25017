"""Classes: how many public functions one may have."""

import re

import house
from tree import is_in_room

CLASS = re.compile(
    r"^( *)(class|struct) (?:(?:\[\[\w+\]\]|STATOR_\w+(?:\([^)]*\))?) )*(\w+)(?: final)?(?: :[^;{]*)? \{$"
)
VISIBILITY = re.compile(r"(public|private|protected):$")
# The name before the first "(" of a declaration that begins at the margin of the class's members.
FUNCTION = re.compile(r"(?!//|using |friend |static_assert|return )[^=;{}()]*?\b(\w+)\(")


def check(tree):
    for name in tree.sources:
        if not is_in_room(name) or not name.endswith(".hpp"):
            continue
        lines = tree.text(name).split("\n")
        for start, line in enumerate(lines):
            head = CLASS.match(line)
            if not head:
                continue
            functions = public_functions(lines, start, head)
            most = house.LARGE_CLASSES.get(head.group(3), house.MAX_PUBLIC_FUNCTIONS)
            if len(functions) > most:
                yield f"{name}:{start + 1}: {head.group(3)} has {len(functions)} public functions; {most} is the most"


def public_functions(lines, start, head):
    """The names of a class's public functions; overloads count once."""
    margin, kind, own_name = head.groups()
    is_public = kind == "struct"
    names = set()
    for line in lines[start + 1:]:
        if line == margin + "};":
            break
        visibility = VISIBILITY.match(line[len(margin):]) if line.startswith(margin) else None
        if visibility:
            is_public = visibility.group(1) == "public"
        elif is_public and line.startswith(margin + "    ") and not line.startswith(margin + "     "):
            function = FUNCTION.match(line[len(margin) + 4:])
            if function and function.group(1) not in (own_name, "string_view"):
                names.add(function.group(1))
    return names
