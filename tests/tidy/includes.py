"""Who may include what: rooms, the order of their folders, libraries kept to their place. A forward declaration
of a type counts as an include of the header that defines it."""

import house
from names import declared_types, forward_declarations
from tree import folder_in_room, included, room_of


def check(tree):
    declared = declared_types(tree)
    for name in tree.sources:
        for number, line in tree.lines(name):
            header = included(line)
            if header:
                for breach in breaches(name, header):
                    yield f"{name}:{number}: {breach}"
        for number, namespace, declaration in forward_declarations(tree, name):
            for header in declared.get((namespace, declaration), ()):
                for breach in breaches(name, header):
                    yield f"{name}:{number}: {declaration} is declared here: {breach}"


def breaches(name, header):
    room = room_of(name)
    for prefix in house.FORBIDDEN_INCLUDES.get(room, ()):
        if header.startswith(prefix):
            yield f"{room} may not include {header}"
    for prefix, allowed in house.ALLOWED_INCLUDES.get(room, {}).items():
        if header.startswith(prefix) and not header.startswith(allowed):
            yield f"{room} may not include {header}"
    if room in house.ROOMS:
        for prefix, folders in house.KEPT_TO.items():
            if header.startswith(prefix) and not name.startswith(folders):
                yield f"{header} belongs in {', '.join(folders)}"
    if room in house.FOLDERS:
        yield from order_breaches(room, name, header)


def order_breaches(room, name, header):
    folders = house.FOLDERS[room]
    here = folder_in_room(name)
    if here not in folders:
        yield f"{room}'s list of folders in tests/tidy/house.py has no {here}"
        return
    if not header.startswith(room + "/"):
        return
    there = folder_in_room(header)
    if there not in folders:
        yield f"{room}'s list of folders in tests/tidy/house.py has no {there}"
    elif folders.index(there) > folders.index(here):
        yield f"{here} may not include {header}: {there} stands below it in tests/tidy/house.py"


def used_headers(tree, name, declared):
    """The headers that a file includes or declares types of."""
    for _, line in tree.lines(name):
        header = included(line)
        if header:
            yield header
    for _, namespace, declaration in forward_declarations(tree, name):
        yield from declared.get((namespace, declaration), ())


def edges(tree, room, place_of=folder_in_room):
    """The places of a room, its folders unless said otherwise, that each place uses, itself left out."""
    declared = declared_types(tree)
    found = {}
    for name in tree.sources:
        if room_of(name) != room:
            continue
        mine = found.setdefault(place_of(name), set())
        for header in used_headers(tree, name, declared):
            if header.startswith(room + "/") and place_of(header) != place_of(name):
                mine.add(place_of(header))
    return found


def top_name(name):
    """`persistence` of engine/persistence/sqlite/connection.hpp."""
    return folder_in_room(name).split("/")[0]


def circles(graph):
    """The sets of folders that reach each other, each sorted."""

    def reached(start):
        seen, waiting = set(), [start]
        while waiting:
            for folder in graph.get(waiting.pop(), ()):
                if folder not in seen:
                    seen.add(folder)
                    waiting.append(folder)
        return seen

    reach = {folder: reached(folder) for folder in graph}
    found = {
        tuple(sorted(other for other in reach[folder] if folder in reach.get(other, ())))
        for folder in graph
        if folder in reach[folder]
    }
    return sorted(found)
