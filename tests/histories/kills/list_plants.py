"""Alterations of histories of lists: each contradicts strict serializability for certain."""
import collections
import dataclasses

from history import OK, REFUSED
from list_orders import Orders
from plants import choose, pure_reads, replaced, with_read, without_reply


def sightings(orders, history):
    """Yields a read, a key, and the acknowledged operation that appended the last element read."""
    for read in pure_reads(history):
        for key, elements in read.reads.items():
            if elements and orders.appenders[key, elements[-1]].outcome == OK:
                yield read, key, orders.appenders[key, elements[-1]]


def earlier_sightings(orders, history):
    """Yields sightings of appends that had ended before the read began."""
    for read, key, appender in sightings(orders, history):
        if appender.ended < read.invoked:
            yield read, key, appender


def without(elements, removed):
    return [element for element in elements if element not in removed]


def stale_read(history, random):
    """One read lacks the last append."""
    found = choose(list(earlier_sightings(Orders(history), history)), random)
    if found is None:
        return None
    read, key, appender = found
    rest = without(read.reads[key], appender.writes[key])
    altered = replaced(history, [(read, with_read(read, key, rest))])
    return altered, f"{read} shows {key} without {appender.writes[key]}"


def lost_update(history, random):
    """All operations lack an acknowledged append."""
    found = choose(list(earlier_sightings(Orders(history), history)), random)
    if found is None:
        return None
    _, key, appender = found
    lost = appender.writes[key]
    altered = [lacking(each, key, lost) for each in history]
    return altered, f"{appender} is lost: no operation shows {lost} in {key}"


def lacking(operation, key, elements):
    """Returns the operation with a view of the key that lacks the elements."""
    if key not in operation.reads or not set(elements) & set(operation.reads[key]):
        return operation
    return with_read(operation, key, without(operation.reads[key], elements))


def undone_read(history, random):
    """A kill undoes an append without a reply that was read before."""
    orders = Orders(history)
    last_server = collections.defaultdict(int)
    for read in pure_reads(history):
        for key, elements in read.reads.items():
            for element in elements:
                last_server[key, element] = max(last_server[key, element], read.server)
    found = choose([
        (read, key, appender) for read, key, appender in earlier_sightings(orders, history)
        if read.server == appender.server < last_server[key, appender.writes[key][-1]]
    ], random)
    if found is None:
        return None
    read, key, appender = found
    undone = appender.writes[key]
    altered = replaced(history, [(appender, without_reply(history, appender))])
    altered = [
        lacking(each, key, undone) if each.server > read.server else each for each in altered
    ]
    return altered, f"the kill of server {read.server} undoes {undone} in {key}, which {read} shows"


def dirty_read(history, random):
    """An append that was read is refused."""
    found = choose(list(sightings(Orders(history), history)), random)
    if found is None:
        return None
    read, key, appender = found
    refused = dataclasses.replace(appender, outcome=REFUSED)
    return replaced(history, [(appender, refused)]), f"{appender} is refused; {read} shows it in {key}"


def swapped_appends(history, random):
    """One read shows the last two elements in the other order."""
    orders = Orders(history)
    found = choose([
        (read, key)
        for read in pure_reads(history) for key, elements in read.reads.items()
        if 2 <= len(elements) < len(orders.orders[key])
    ], random)
    if found is None:
        return None
    read, key = found
    *first, one, other = read.reads[key]
    altered = replaced(history, [(read, with_read(read, key, [*first, other, one]))])
    return altered, f"{read} shows {other!r} before {one!r} in {key}"


def fractured_read(history, random):
    """A transaction's read shows only one of two appends of another transaction, if possible of one
    that had not ended before.
    """
    orders = Orders(history)
    found = [
        (read, key, appender) for read, key, appender in sightings(orders, history)
        if any(
            appender.writes.get(other, [None])[-1] in elements
            for other, elements in read.reads.items() if other != key
        )
    ]
    concurrent = [each for each in found if each[2].ended >= each[0].invoked]
    chosen = choose(concurrent or found, random)
    if chosen is None:
        return None
    read, key, appender = chosen
    rest = without(read.reads[key], appender.writes[key])
    altered = replaced(history, [(read, with_read(read, key, rest))])
    return altered, f"{read} shows {appender} without its append to {key}"


PLANTS = {
    "stale-read": stale_read,
    "lost-update": lost_update,
    "undone-read": undone_read,
    "dirty-read": dirty_read,
    "swapped-appends": swapped_appends,
    "fractured-read": fractured_read,
}
