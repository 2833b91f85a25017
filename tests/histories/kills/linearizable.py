"""Judges whether histories of items are linearizable.

Keys that some operation reads or writes together with others are one object: a transaction must show
and change all of its items at one moment. For each object, the search is that of Wing and Gong in
Lowe's form, breadth-first: it goes through all requests and replies in the order of time and keeps
every configuration, which is the values of all keys and the set of pending operations that have
taken effect. An operation takes effect at the latest when its reply arrives. The configurations
after a reply contain all that matters of the past, so a history of any length is judged in one pass.
"""
from history import REFUSED, UNKNOWN

STATES_SHOWN_MAX = 4


def find_violations(history):
    """Returns a sentence for each object whose history is not linearizable, or shows a value that
    no operation may have written.
    """
    violations = list(find_strange_values(history))
    if violations:
        return violations
    for operations in objects_of(history):
        violation = Search(operations).run()
        if violation:
            violations.append(violation)
    return violations


def writers_of(history):
    """Returns the operation that writes a value, by key and value; deletions are left out."""
    return {
        (key, value): operation
        for operation in history
        for key, value in operation.writes.items() if value is not None
    }


def find_strange_values(history):
    """Yields a sentence for each operation that shows a value that was never written, or a refused one."""
    writers = writers_of(history)
    for operation in history:
        # Conditions of an operation of unknown outcome show nothing: they may not have held.
        reads = {} if operation.outcome == UNKNOWN else operation.reads
        for key, value in reads.items():
            writer = writers.get((key, value))
            if value is not None and writer is None:
                yield f"{operation} shows {key} = {value!r}, which no operation wrote"
            elif value is not None and writer.outcome == REFUSED:
                yield f"{operation} shows {key} = {value!r}, which {writer} was refused to write"


def objects_of(history):
    """Returns the operations of each object: of keys that are connected by operations."""
    parents = {}

    def root(key):
        while parents.setdefault(key, key) != key:
            key = parents[key]
        return key

    for operation in history:
        keys = [*operation.reads, *effects_of(operation)]
        for key in keys[1:]:
            parents[root(key)] = root(keys[0])
    objects = {}
    for operation in history:
        keys = [*operation.reads, *effects_of(operation)]
        if keys:
            objects.setdefault(root(keys[0]), []).append(operation)
    return [objects[key] for key in sorted(objects)]


def effects_of(operation):
    return {} if operation.outcome == REFUSED else operation.writes


class Step:
    """An operation in a search: what it requires of a state, and what it changes."""

    def __init__(self, operation, places):
        self.operation = operation
        self.bit = 0
        self._required = [(places[key], value) for key, value in operation.reads.items()]
        self._effects = [(places[key], value) for key, value in effects_of(operation).items()]
        self.is_read = not self._effects

    def holds(self, state):
        for place, value in self._required:
            if state[place] != value:
                return False
        return True

    def applied(self, state):
        changed = list(state)
        for place, value in self._effects:
            changed[place] = value
        return tuple(changed)


class Search:
    """The search for an order of the operations of one object, all of whose keys begin without a
    value.
    """

    def __init__(self, operations):
        # Operations of unknown outcome without writes have no effect and show nothing.
        self._operations = [
            each for each in operations if each.outcome != UNKNOWN or each.writes
        ]
        self._keys = sorted({
            key for each in self._operations for key in [*each.reads, *effects_of(each)]
        })
        self._pending_reads = []
        self._pending_writes = []
        # Pairs of a state and the set of pending operations that have taken effect, as bits.
        self._configurations = {((None,) * len(self._keys), 0)}
        self._bits_in_use = 0

    def run(self):
        """Returns a sentence about the first operation that fits no order, or None."""
        for step, is_end in self._events():
            if not is_end:
                self._begin(step)
                continue
            reached = self._reach(step.bit, step.operation.outcome == UNKNOWN)
            if not reached:
                return self._explain(step.operation)
            self._end(step, reached)
        return None

    def _events(self):
        """Returns steps at their beginnings and ends, in the order of time. What begins at the time
        when another one ends is concurrent to it.
        """
        places = {key: place for place, key in enumerate(self._keys)}
        events = []
        for index, operation in enumerate(self._operations):
            step = Step(operation, places)
            events.append((operation.invoked, False, index, step))
            events.append((operation.ended, True, index, step))
        events.sort(key=lambda event: event[:3])
        return [(step, is_end) for _, is_end, _, step in events]

    def _begin(self, step):
        step.bit = ~self._bits_in_use & (self._bits_in_use + 1)
        self._bits_in_use |= step.bit
        (self._pending_reads if step.is_read else self._pending_writes).append(step)

    def _end(self, step, reached):
        self._configurations = {(state, done & ~step.bit) for state, done in reached}
        self._bits_in_use &= ~step.bit
        (self._pending_reads if step.is_read else self._pending_writes).remove(step)

    def _reach(self, bit, is_optional):
        """Returns the configurations that can be reached and in which the step with this bit has
        taken effect, or all of them if it may also never take effect.
        """
        reached, seen = set(), set()
        waiting = list(self._configurations)
        while waiting:
            state, done = waiting.pop()
            # A read that holds takes effect now: it changes nothing, and later it may not hold.
            for read in self._pending_reads:
                if not done & read.bit and read.holds(state):
                    done |= read.bit
            configuration = state, done
            if configuration in seen:
                continue
            seen.add(configuration)
            if done & bit:
                reached.add(configuration)
                continue
            if is_optional:
                reached.add(configuration)
            for write in self._pending_writes:
                if not done & write.bit and write.holds(state):
                    waiting.append((write.applied(state), done | write.bit))
        return reached

    def _explain(self, operation):
        """Returns a sentence with the shown values that do not hold in every possible state."""
        reached = self._reach(bit=0, is_optional=True)
        states = {tuple(zip(self._keys, state)) for state, _ in reached}
        wrong = [
            (key, value) for key, value in operation.reads.items()
            if any((key, value) not in state for state in states)
        ]
        keys = {key for key, _ in wrong}
        possible = {tuple(pair for pair in state if pair[0] in keys) for state in states}
        sources = Sources(self._operations, operation)
        texts = [sources.text(state) for state in sorted(possible, key=repr)[:STATES_SHOWN_MAX]]
        return (
            f"{operation} shows {sources.text(wrong)}, but that cannot be true between its request and "
            f"its reply: possible is {' or '.join(texts)}"
        )


class Sources:
    """The operations that wrote values, and those that showed them last before another one ended."""

    def __init__(self, operations, last):
        self._writers = writers_of(operations)
        self._readers = {
            (key, value): each
            for each in sorted(operations, key=lambda each: each.ended)
            if each.outcome != UNKNOWN and each.ended < last.ended
            for key, value in each.reads.items()
        }

    def text(self, pairs):
        """Returns keys and values with their sources."""
        texts = []
        for key, value in pairs:
            sources = [f"by {self._writers[key, value]}"] if value is not None else []
            if (key, value) in self._readers:
                sources.append(f"shown by {self._readers[key, value]}")
            texts.append(f"{key} = {value!r}" + (f" ({', '.join(sources)})" if sources else ""))
        return ", ".join(texts)
