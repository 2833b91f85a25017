"""Alterations of histories of items: each contradicts linearizability for certain.

The values of writes are unique. So no operation can show a value after the end of a write that began
after the end of the value's own write.
"""
import bisect
import collections

from history import OK
from linearizable import writers_of
from plants import choose, pure_reads, replaced, with_read, without_reply


class Values:
    """The values of a history: their writers, and the values before them."""

    def __init__(self, history):
        self.writers = writers_of(history)
        self._ends = collections.defaultdict(list)
        for (key, value), operation in self.writers.items():
            if operation.outcome == OK:
                self._ends[key].append((operation.ended, value))
        for ends in self._ends.values():
            ends.sort()

    def before(self, key, operation):
        """Returns the latest value whose write ended before the operation, or None."""
        place = bisect.bisect_left(self._ends[key], (operation.invoked,)) - 1
        return self._ends[key][place][1] if place >= 0 else None

    def sightings(self, history):
        """Yields reads of values whose acknowledged write ended before, as read, key and value."""
        for read in pure_reads(history):
            for key, value in read.reads.items():
                writer = self.writers.get((key, value))
                if writer and writer.outcome == OK and self.before(key, writer):
                    if writer.ended < read.invoked:
                        yield read, key, value


def stale_read(history, random):
    """One read shows the value before the last one."""
    values = Values(history)
    found = choose(list(values.sightings(history)), random)
    if found is None:
        return None
    read, key, value = found
    older = values.before(key, values.writers[key, value])
    altered = replaced(history, [(read, with_read(read, key, older))])
    return altered, f"{read} shows {older!r} in place of {value!r} in {key}"


def lost_write(history, random):
    """All operations show the value before an acknowledged write in place of its value."""
    values = Values(history)
    found = choose(list(values.sightings(history)), random)
    if found is None:
        return None
    _, key, value = found
    writer = values.writers[key, value]
    older = values.before(key, writer)
    altered = [
        with_read(each, key, older) if each.reads.get(key) == value else each for each in history
    ]
    return altered, f"the write of {value!r} to {key} by {writer} is lost"


def undone_read(history, random):
    """A kill undoes a write without a reply that was read before."""
    values = Values(history)
    seen = collections.defaultdict(set)
    for read in pure_reads(history):
        for key, value in read.reads.items():
            seen[key, value].add(read.server)
    found = choose([
        (read, key, value) for read, key, value in values.sightings(history)
        if read.server == values.writers[key, value].server < max(seen[key, value])
    ], random)
    if found is None:
        return None
    read, key, value = found
    writer = values.writers[key, value]
    older = values.before(key, writer)
    altered = replaced(history, [(writer, without_reply(history, writer))])
    altered = [
        with_read(each, key, older) if each.reads.get(key) == value and each.server > read.server
        else each for each in altered
    ]
    return altered, f"the kill of server {read.server} undoes {value!r} in {key}, which {read} shows"


def torn_transaction(history, random):
    """A read of several items shows only one of two writes of a transaction."""
    values = Values(history)
    found = choose([
        (read, key, value)
        for read in pure_reads(history) if len(read.reads) > 1
        for key, value in read.reads.items()
        if is_seen_with_other(values, read, key, value)
    ], random)
    if found is None:
        return None
    read, key, value = found
    older = values.before(key, values.writers[key, value])
    altered = replaced(history, [(read, with_read(read, key, older))])
    return altered, f"{read} shows {values.writers[key, value]} without its write to {key}"


def is_seen_with_other(values, read, key, value):
    """Returns whether the read also shows another write of the value's transaction."""
    writer = values.writers.get((key, value))
    if writer is None or writer.outcome != OK or values.before(key, writer) is None:
        return False
    return any(
        values.writers.get((other, shown)) is writer
        for other, shown in read.reads.items() if other != key
    )


PLANTS = {
    "stale-read": stale_read,
    "lost-write": lost_write,
    "undone-read": undone_read,
    "torn-transaction": torn_transaction,
}
