"""The order of the elements of each list, as reads show it, and violations that a single list shows.

A view is a value that an operation read. All views of a list are beginnings of one order, which is
the longest of them. The names in sentences are those of Adya's and Elle's anomalies.
"""
import bisect
import collections

from history import REFUSED, UNKNOWN

NEVER_SEEN = float("inf")

View = collections.namedtuple("View", "operation elements")


class Orders:
    """Committed operations, and what they say about each list.

    An operation of unknown outcome is committed if a committed operation read an element of it;
    otherwise it is left out, because no operation depends on it. A refused operation counts with its reads.
    """

    def __init__(self, history):
        self.appenders = {
            (key, element): operation
            for operation in history
            for key, elements in operation.writes.items() for element in elements
        }
        self.committed = self._committed(history)
        # By key: pairs of an operation and a value that it read, and of an operation and its elements.
        self.views = collections.defaultdict(list)
        self.appends = collections.defaultdict(list)
        for operation in self.committed:
            for key, elements in operation.reads.items():
                self.views[key].append(View(operation, elements))
            for key, elements in appends_of(operation).items():
                self.appends[key].append((operation, elements))
        self.orders = {key: self._longest(key) for key in self.views}

    def _committed(self, history):
        """Returns the operations that took effect, and refused ones, in the order of the history."""
        unknown = collections.defaultdict(list)
        for operation in history:
            for key, elements in operation.writes.items() if operation.outcome == UNKNOWN else ():
                unknown[key] += [(element, operation) for element in elements]
        waiting = [each for each in history if each.outcome != UNKNOWN]
        committed = {id(each) for each in waiting}
        while waiting:
            for key, elements in waiting.pop().reads.items():
                for element, appender in unknown.get(key, ()):
                    if element in elements and id(appender) not in committed:
                        committed.add(id(appender))
                        waiting.append(appender)
        return [each for each in history if id(each) in committed]

    def _longest(self, key):
        """Returns the longest view: one that was read, or follows from a read and an append."""
        longest = []
        for operation, elements in self.views[key]:
            after = elements + appends_of(operation).get(key, [])
            longest = max(longest, elements, after, key=len)
        return longest

    def find_violations(self):
        """Returns a sentence for each list whose views contradict each other or its appends."""
        violations = []
        for key in sorted(self.views):
            for find in (self._find_strange, self._find_order, self._find_parted, self._find_stale):
                violation = find(key)
                if violation:
                    violations.append(violation)
                    break
        return violations

    def _find_strange(self, key):
        """Finds an element that no operation appended, that was refused, or that is shown twice."""
        checked = set()
        for operation, elements in self.views[key]:
            after = elements + appends_of(operation).get(key, [])
            if len(set(after)) != len(after):
                twice = next(each for each in after if after.count(each) > 1)
                return (
                    f"duplicate: {operation} read or left {twice!r} twice in {key}; "
                    f"{self.appenders.get((key, twice))} appended it once"
                )
            for element in set(elements) - checked:
                appender = self.appenders.get((key, element))
                if appender is None:
                    return f"{operation} read {element!r} in {key}, which no operation appended"
                if appender.outcome == REFUSED:
                    return f"G1a: {operation} read {element!r} in {key}, which {appender} was refused to append"
            checked.update(elements)
        return None

    def _find_order(self, key):
        """Finds a view, or the result of a read and an append, that does not begin the order."""
        order = self.orders[key]
        longest = next(
            operation for operation, elements in self.views[key]
            if order in (elements, elements + appends_of(operation).get(key, []))
        )
        for operation, elements in self.views[key]:
            after = elements + appends_of(operation).get(key, [])
            if order[:len(after)] == after:
                continue
            place = next(i for i, element in enumerate(after) if order[i] != element)
            return (
                f"incompatible orders of {key}: {operation} has {after[place]!r} at place {place}, "
                f"{longest} has {order[place]!r}"
            )
        return None

    def _find_parted(self, key):
        """Finds appends whose elements are apart, and views that end within an append."""
        order = self.orders[key]
        for operation, elements in self.views[key]:
            if not elements:
                continue
            appender = self.appenders[key, elements[-1]]
            together = appender.writes[key]
            if elements[-len(together):] != together:
                return (
                    f"G1b: {operation} read {key} up to {elements[-1]!r}, but {appender} appended "
                    f"{together} together"
                )
        place = 0
        while place < len(order):
            appender = self.appenders[key, order[place]]
            together = appender.writes[key]
            if order[place:place + len(together)] != together:
                return f"G1b: {appender} appended {together} to {key} together, but they are apart"
            place += len(together)
        return None

    def _find_stale(self, key):
        """Finds a view that is shorter than what an earlier operation read or appended."""
        ends, lengths, witnesses = self._evidence(key)
        for operation, elements in self.views[key]:
            last = bisect.bisect_left(ends, operation.invoked) - 1
            if last >= 0 and lengths[last] > len(elements):
                witness = witnesses[last]
                missing = self._first_missing(key, elements, witness)
                return (
                    f"lost update or stale read: {operation} read {len(elements)} elements of {key} "
                    f"without {missing!r}, which {witness} had read or appended before"
                    f"{self._reader(key, missing)}"
                )
        return None

    def _reader(self, key, element):
        """Returns the first operation that read the element, as the end of a sentence."""
        readers = [operation for operation, elements in self.views[key] if element in elements]
        if not readers:
            return "; no operation read it"
        return f"; {min(readers, key=lambda operation: operation.ended)} read it first"

    def _evidence(self, key):
        """Returns times, the length that the list has at that time at least, and its witnesses."""
        length_of = {element: place + 1 for place, element in enumerate(self.orders[key])}
        found = [(operation.ended, len(elements), operation) for operation, elements in self.views[key]]
        for operation, elements in self.appends[key]:
            found.append((operation.ended, length_of.get(elements[-1], NEVER_SEEN), operation))
        ends, lengths, witnesses = [], [], []
        for end, length, operation in sorted(found, key=lambda each: each[:2]):
            if not lengths or length > lengths[-1]:
                ends.append(end)
                lengths.append(length)
                witnesses.append(operation)
        return ends, lengths, witnesses

    def _first_missing(self, key, elements, witness):
        own = witness.writes.get(key, ()) if witness.outcome != REFUSED else ()
        missing = [each for each in (*own, *self.orders[key][len(elements):]) if each not in elements]
        return missing[0]


def appends_of(operation):
    """Returns the appended elements of an operation by key; none if it was refused."""
    return {} if operation.outcome == REFUSED else operation.writes
