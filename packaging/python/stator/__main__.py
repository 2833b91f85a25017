"""`stator` and `python -m stator`: the program itself, in the place of this process."""
import os
import sys

from ._server import binary_path


def main():
    path = binary_path()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
