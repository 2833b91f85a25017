#!/usr/bin/python3
"""The rules of the house that a compiler does not check. Prints every breach; exits 1 when there is one.

usage: tidy.py [ROOT]

house.py has the rules' data; each check is a module with check(tree).
"""

import sys

import classes
import folders
import includes
import lines
import names
import page
import words
from tree import Tree

CHECKS = (includes, names, classes, folders, lines, page, words)


def main():
    tree = Tree(sys.argv[1] if len(sys.argv) > 1 else ".")
    breaches = [breach for check in CHECKS for breach in check.check(tree)]
    for breach in breaches:
        print(breach)
    print(f"{len(tree.sources)} files, {len(breaches)} breaches")
    sys.exit(1 if breaches else 0)


main()
