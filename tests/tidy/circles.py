#!/usr/bin/python3
"""Prints each room's circles of folders: sets of folders that include each other. Exits 1 if there is one.

usage: circles.py [ROOT]
"""

import sys

import house
import includes
from tree import Tree


def main():
    tree = Tree(sys.argv[1] if len(sys.argv) > 1 else ".")
    total = 0
    for room in house.FOLDERS:
        graph = includes.edges(tree, room)
        found = includes.circles(graph)
        total += len(found)
        print(f"{room}: {len(graph)} folders, {len(found)} circles of folders")
        for circle in found:
            print("  " + ", ".join(circle))
    sys.exit(1 if total else 0)


main()
