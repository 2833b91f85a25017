"""Damage to the bytes of one file, drawn from a generator of random numbers. Pure functions.

Each function takes the generator and a target, and returns the damaged bytes with a description. A
description is enough to repeat the damage by hand. The result may equal the original bytes.
"""

from dataclasses import dataclass, field

PAGES = (512, 4096, 8192)
# The beginning of a file, where a byte means more than elsewhere.
HEAD = 128


@dataclass
class Target:
    """One file: its bytes, the places where pages or frames begin, and bytes from elsewhere."""

    data: bytes
    edges: list
    foreign: bytes = b""
    foreign_edges: list = field(default_factory=list)
    older: bytes = b""


def place_in(rng, data):
    """A byte of the file: any, one that is not zero, or one of the first."""
    draw = rng.random()
    if draw < 0.15:
        return rng.randrange(min(HEAD, len(data)))
    for _ in range(50 if draw < 0.7 else 0):
        place = rng.randrange(len(data))
        if data[place]:
            return place
    return rng.randrange(len(data))


def stretch_in(rng, target):
    """Begin and end of a stretch: a page, a frame or any bytes."""
    size = len(target.data)
    draw = rng.random()
    if draw < 0.35 and len(target.edges) > 1:
        number = rng.randrange(len(target.edges) - 1)
        return target.edges[number], target.edges[number + 1]
    length = rng.choice(PAGES) if draw < 0.65 else rng.randrange(1, 3000)
    length = min(length, size)
    begin = rng.randrange(size - length + 1)
    if length in PAGES:
        begin -= begin % length
    return begin, begin + length


def replaced(data, place, new):
    return data[:place] + new + data[place + len(new):]


def flip(rng, target):
    place = place_in(rng, target.data)
    if rng.random() < 0.7:
        bit = rng.randrange(8)
        new, what = target.data[place] ^ (1 << bit), f"bit {bit} of byte {place} flipped"
    else:
        new = (target.data[place] + rng.randrange(1, 256)) % 256
        what = f"byte {place} is {new} instead of {target.data[place]}"
    return replaced(target.data, place, bytes([new])), what


def zeros(rng, target):
    begin, end = stretch_in(rng, target)
    return replaced(target.data, begin, bytes(end - begin)), f"zeros from byte {begin} to {end}"


def cut(rng, target):
    draw = rng.random()
    if draw < 0.5:
        place = rng.choice(target.edges[:-1])
        place = max(0, place + rng.choice([0, 0, 0, 1, -1]))
    elif draw < 0.65:
        place = len(target.data) - rng.randrange(1, min(64, len(target.data)))
    else:
        place = rng.randrange(len(target.data))
    return target.data[:place], f"cut off at byte {place}"


def repeat(rng, target):
    data = target.data
    begin, end = stretch_in(rng, target)
    at = rng.choice([end, len(data), rng.choice(target.edges)])
    if rng.random() < 0.4:
        new = data[begin:end][:len(data) - at]
        return replaced(data, at, new), f"bytes {begin} to {end} written over those from byte {at}"
    return data[:at] + data[begin:end] + data[at:], f"bytes {begin} to {end} inserted at byte {at}"


def exchange(rng, target):
    first, second = sorted([stretch_in(rng, target), stretch_in(rng, target)])
    second = (max(first[1], second[0]), max(first[1], second[1]))
    if rng.random() < 0.5:
        length = min(first[1] - first[0], second[1] - second[0])
        first, second = (first[0], first[0] + length), (second[0], second[0] + length)
    data = target.data
    parts = [data[:first[0]], data[slice(*second)], data[first[1]:second[0]], data[slice(*first)], data[second[1]:]]
    return b"".join(parts), f"bytes {first[0]} to {first[1]} exchanged with {second[0]} to {second[1]}"


def foreign(rng, target):
    """A page or a frame of another server's file."""
    other = target.foreign
    if not other:
        return target.data, ""
    if rng.random() < 0.5:
        size = rng.choice([4096, 8192])
        begin = rng.randrange(max(1, len(other) // size)) * size
        stretch = other[begin:begin + size]
    else:
        number = rng.randrange(len(target.foreign_edges) - 1)
        begin = target.foreign_edges[number]
        stretch = other[begin:target.foreign_edges[number + 1]]
    at = min(begin, len(target.data)) if rng.random() < 0.5 else rng.choice(target.edges)
    what = f"{len(stretch)} bytes at byte {begin} of another server's file"
    if rng.random() < 0.3:
        return target.data[:at] + stretch + target.data[at:], f"{what} inserted at byte {at}"
    return replaced(target.data, at, stretch), f"{what} written at byte {at}"


def older(rng, target):
    """Neighbouring pages of an earlier version of the same file, often its first pages."""
    size = rng.choice([4096, 8192, 16384, 32768])
    places = [
        at for at in range(0, min(len(target.older), len(target.data)), min(size, 8192))
        if target.older[at:at + size] != target.data[at:at + size]
    ]
    if not places:
        return target.data, ""
    at = rng.choice(places[:8] if rng.random() < 0.4 else places)
    new = target.older[at:at + size]
    return replaced(target.data, at, new), f"{len(new)} bytes at byte {at} of an earlier version"


def torn(rng, target):
    """An append that was in progress: an earlier first page, and a part of the last frames."""
    end = len(target.older)
    place = rng.choice([rng.randrange(end, len(target.data) + 1), rng.choice([e for e in target.edges if e >= end])])
    data = target.older[:4096] + target.data[4096:place]
    if place == len(target.data) or rng.random() < 0.5:
        return data, f"the last append ends at byte {place}"
    rest = min(rng.randrange(1, 5000), len(target.data) - place)
    noise = bytes(rest) if rng.random() < 0.5 else rng.randbytes(rest)
    return data + noise, f"the last append ends at byte {place}, before {rest} other bytes"
