#!/usr/bin/python3
"""Prints each room's circles: sets of folders, of top names (the first part of a folder's path) or of files that use
each other. Exits 1 if there is one.

usage: circles.py [ROOT]
"""

import sys

import house
import includes
from tree import Tree, folder_in_room


def main():
    tree = Tree(sys.argv[1] if len(sys.argv) > 1 else ".")
    total = 0
    for room in house.FOLDERS:
        for kind, place_of in (("folders", folder_in_room), ("top names", includes.top_name), ("files", str)):
            graph = includes.edges(tree, room, place_of)
            found = includes.circles(graph)
            total += len(found)
            print(f"{room}: {len(graph)} {kind}, {len(found)} circles of {kind}")
            for circle in found:
                print("  " + ", ".join(circle))
    sys.exit(1 if total else 0)


main()
