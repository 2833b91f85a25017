"""The graph of dependencies among committed operations of lists, for strict serializability.

An edge from one operation to another says that the first comes first:
  ww        both appended to a list, the first one directly before the second
  wr        the second read what the first appended last
  rw        the first read a list without what the second appended next
  realtime  the first ended before the second began

Realtime edges lead through moments, so that their number is that of the operations: each operation
leads to the moment of its end, each moment to the next one, and the last moment before an
operation's beginning to the operation.
"""
import bisect
import collections

Edge = collections.namedtuple("Edge", "target kind key element")
REALTIME = "realtime"


class Graph:
    """`edges[node]` lists the edges of a node. Nodes are operations, then moments."""

    def __init__(self, orders):
        self.operations = orders.committed
        self._numbers = {id(operation): number for number, operation in enumerate(self.operations)}
        self.edges = [[] for _ in range(2 * len(self.operations))]
        for key in orders.views:
            self._add_list(orders, key)
        self._add_moments()

    def operation_of(self, node):
        """Returns the operation of a node, or None for a moment."""
        return self.operations[node] if node < len(self.operations) else None

    def _add_list(self, orders, key):
        read = set(orders.orders[key])
        # All views lack these appends, so they come after the last one that a view shows.
        unread = [
            (operation, elements[-1])
            for operation, elements in orders.appends.get(key, ()) if elements[-1] not in read
        ]
        versions = self._versions(orders, key)
        for length, (appender, following) in versions.items():
            for successor, element in following or unread:
                if appender is not None:
                    self._add(appender, successor, "ww", key, element)
        for operation, elements in orders.views[key]:
            appender, following = versions[len(elements)]
            if appender is not None:
                self._add(appender, operation, "wr", key, elements[-1])
            for successor, element in following or unread:
                self._add(operation, successor, "rw", key, element)

    def _versions(self, orders, key):
        """Returns, by length of the list, the last appender, and the next one with its element."""
        versions = {}
        order = orders.orders[key]
        last, length = None, 0
        while length < len(order):
            appender = orders.appenders[key, order[length]]
            together = len(appender.writes[key])
            versions[length] = last, [(appender, order[length + together - 1])]
            last, length = appender, length + together
        versions[length] = last, []
        return versions

    def _add_moments(self):
        count = len(self.operations)
        by_end = sorted(range(count), key=lambda number: self.operations[number].ended)
        ends = [self.operations[number].ended for number in by_end]
        for place, number in enumerate(by_end):
            self.edges[number].append(Edge(count + place, REALTIME, None, None))
            if place + 1 < count:
                self.edges[count + place].append(Edge(count + place + 1, REALTIME, None, None))
        for number, operation in enumerate(self.operations):
            place = bisect.bisect_left(ends, operation.invoked) - 1
            if place >= 0:
                self.edges[count + place].append(Edge(number, REALTIME, None, None))

    def _add(self, first, second, kind, key, element):
        if first is not second:
            target = self._numbers[id(second)]
            self.edges[self._numbers[id(first)]].append(Edge(target, kind, key, element))
