"""Places in Stator's files where something begins: pages of the data file, frames of the logs."""

import struct

from states import DATA, WAL

LOG_PAGE = 4096
_FRAME_HEAD = 20
_WAL_HEAD, _WAL_FRAME_HEAD = 32, 24


def edges_of(name, data):
    """The places where a page or a frame of the undamaged file begins, and its end."""
    if name == DATA:
        return list(range(0, len(data) + 1, page_size(data)))
    if name == WAL:
        step = _WAL_FRAME_HEAD + struct.unpack(">I", data[8:12])[0]
        return [0, *range(_WAL_HEAD, len(data) + 1, step)]
    return [0, *frames_of(data)]


def page_size(data):
    size = struct.unpack(">H", data[16:18])[0]
    return 65536 if size == 1 else size


def frames_of(log):
    """The beginnings of all frames of a change log, and the end of the last one."""
    places = [LOG_PAGE]
    while places[-1] + _FRAME_HEAD <= len(log):
        length = struct.unpack("<I", log[places[-1] + 4:places[-1] + 8])[0] & 0x7FFFFFFF
        places.append(places[-1] + _FRAME_HEAD + length)
    if places[-1] != len(log):
        raise AssertionError(f"the last frame ends at byte {places[-1]} of {len(log)}")
    return places
