"""How many items there are, and a checksum over them in any order: of canonical forms, in which a value's equals are
the same however numbers, sets and bytes are written.

Python takes a quarter of a millisecond for an item. ITEM_CHECKSUM names the program that computes the same of a
million (item_checksum.cpp); few items are given to both, which must agree.
"""
import base64
import hashlib
import json
import os
import subprocess
from decimal import Context

PROGRAM = os.environ.get("ITEM_CHECKSUM")
# Beyond as many bytes, Python does not count along with the program.
FEW_BYTES = 20_000_000


def text_form(text):
    return b"%d:%b" % (len(text), text)


def number_form(text):
    """ "-1.50E+3" as "-15e2"."""
    sign, digits, power = Context(prec=60).create_decimal(text).normalize(Context(prec=60)).as_tuple()
    return "0e0" if digits == (0,) else f"{'-' * sign}{''.join(map(str, digits))}e{power}"


SCALARS = {"S": str.encode, "N": lambda text: number_form(text).encode(), "B": base64.b64decode}


def item_form(item):
    members = sorted((name.encode(), value) for name, value in item.items())
    return b"M%d:" % len(members) + b"".join(text_form(name) + form(value) for name, value in members)


def form(value):
    (kind, inside), = value.items()
    if kind == "M":
        return item_form(inside)
    if kind in ("BOOL", "NULL"):
        return kind.encode() + b"01"[inside:][:1]
    if kind == "L":
        return b"L%d:" % len(inside) + b"".join(map(form, inside))
    if kind in SCALARS:
        return kind.encode() + text_form(SCALARS[kind](inside))
    members = sorted(map(SCALARS[kind[0]], inside))
    return kind.encode() + b"%d:" % len(members) + b"".join(map(text_form, members))


def of_items(items):
    count = total = 0
    for item in items:
        count += 1
        total = (total + int.from_bytes(hashlib.sha256(item_form(item)).digest(), "big")) % 2**256
    return count, f"{total:064x}"


def of_lines(lines):
    """Of lines as bytes, each {"Item":…} or a page that Scan answered with."""
    if PROGRAM is None:
        return of_items(items_in(lines))
    few = []
    size = 0
    with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for line in lines:
            process.stdin.write(line)
            process.stdin.write(b"\n")
            size += len(line)
            if size <= FEW_BYTES:
                few.append(line)
            else:
                few.clear()
        process.stdin.close()
        said = process.stdout.read().decode().split()
    if process.returncode != 0:
        raise RuntimeError(f"{PROGRAM} ended with {process.returncode}")
    found = int(said[0]), said[1]
    if size <= FEW_BYTES and of_items(items_in(few)) != found:
        raise AssertionError(f"{PROGRAM} finds {found}, Python {of_items(items_in(few))}")
    return found


def items_in(lines):
    for line in lines:
        document = json.loads(line)
        yield from document["Items"] if "Items" in document else [document["Item"]]
