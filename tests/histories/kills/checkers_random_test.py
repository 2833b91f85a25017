"""Compares both checkers with a search through all orders, on small random histories.

A history is recorded from a random order of random operations, with times around their moments; then
some of what it shows is changed. Prints its seed if the verdicts differ.

usage: checkers_random_test.py [HISTORIES] [SEED]
"""
import random
import sys
import unittest

sys.dont_write_bytecode = True

import linearizable
import serializable
from history import OK, REFUSED, UNKNOWN, Operation

KEYS = "xy"
OPERATIONS_MAX = 6
HISTORIES = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1


class Items:
    absent = None

    @staticmethod
    def written(number):
        return f"v{number}"

    @staticmethod
    def after(value, written):
        return written

    @staticmethod
    def changed(generator, value, count):
        return generator.choice([None, *(f"v{number}" for number in range(count))])


class Lists:
    absent = []

    @staticmethod
    def written(number):
        return [f"v{number}"]

    @staticmethod
    def after(value, written):
        return value + written

    @staticmethod
    def changed(generator, value, count):
        if value and generator.random() < 0.6:
            return value[:-1]
        return value + [f"v{generator.randrange(count)}"]


def recorded(kind, generator):
    """Returns a history that is correct."""
    values = {key: kind.absent for key in KEYS}
    history = []
    count = generator.randint(2, OPERATIONS_MAX)
    for number in range(count):
        moment = 10 * number
        outcome = generator.choice([OK, OK, OK, OK, REFUSED, UNKNOWN])
        reads = {key: values[key] for key in KEYS if generator.random() < 0.4}
        writes = {key: kind.written(number) for key in KEYS if generator.random() < 0.5}
        if outcome == OK or outcome == UNKNOWN and generator.random() < 0.5:
            values.update({key: kind.after(values[key], new) for key, new in writes.items()})
        start, end = moment - generator.randint(0, 25), moment + generator.randint(0, 25)
        history.append(Operation(number, number, "Any", outcome, start, end, reads, writes))
    return history


def altered(kind, generator, history):
    """Returns the history after up to two changes to what it shows or when."""
    for _ in range(generator.randint(0, 2)):
        operation = generator.choice(history)
        if operation.reads and generator.random() < 0.7:
            key = generator.choice(sorted(operation.reads))
            operation.reads[key] = kind.changed(generator, operation.reads[key], len(history))
        else:
            shift = generator.randint(-20, 20)
            operation.invoked += shift
            operation.ended += shift
    return history


def has_order(kind, values, waiting):
    """Returns whether the operations can take effect in some order, beginning with these values."""
    if all(each.outcome == UNKNOWN for each in waiting):
        return True
    first_end = min(each.ended for each in waiting)
    for operation in waiting:
        rest = [each for each in waiting if each is not operation]
        if operation.invoked > first_end:
            continue
        if operation.outcome == UNKNOWN and has_order(kind, values, rest):
            return True
        if any(values[key] != value for key, value in operation.reads.items()):
            continue
        writes = {} if operation.outcome == REFUSED else operation.writes
        after = {key: kind.after(values[key], new) for key, new in writes.items()}
        if has_order(kind, {**values, **after}, rest):
            return True
    return False


class RandomHistories(unittest.TestCase):
    def compare(self, kind, find_violations):
        verdicts = {True: 0, False: 0}
        for number in range(HISTORIES):
            generator = random.Random(f"{SEED}/{number}")
            history = altered(kind, generator, recorded(kind, generator))
            expected = has_order(kind, {key: kind.absent for key in KEYS}, history)
            violations = find_violations(history)
            self.assertEqual(not violations, expected, (number, history, violations))
            verdicts[expected] += 1
        self.assertGreater(min(verdicts.values()), HISTORIES / 10, verdicts)

    def test_items(self):
        self.compare(Items, linearizable.find_violations)

    def test_lists(self):
        self.compare(Lists, serializable.find_violations)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
