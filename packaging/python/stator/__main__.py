"""`stator` and `python -m stator`: replaces this process with the program."""
import os
import sys

from ._server import binary_path


def main():
    path = binary_path()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
