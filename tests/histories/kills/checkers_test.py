"""Tests of both checkers, on small histories written by hand.

usage: checkers_test.py
"""
import sys
import unittest

sys.dont_write_bytecode = True

import linearizable
import serializable
from history import OK, REFUSED, UNKNOWN, Operation, before


class Script:
    """Writes a history: each call adds an operation between two times."""

    def __init__(self):
        self.history = []

    def add(self, name, start, end, reads=None, writes=None, outcome=OK):
        number = len(self.history) + 1
        self.history.append(
            Operation(number, number, name, outcome, start, end, reads or {}, writes or {})
        )
        return self


class CheckerTest(unittest.TestCase):
    """Subclasses set `find_violations`."""

    def accepts(self, script):
        self.assertEqual(type(self).find_violations(script.history), [])

    def refuses(self, script, *words):
        """Expects exactly one violation, whose sentence has all the words."""
        violations = type(self).find_violations(script.history)
        self.assertEqual(len(violations), 1, violations)
        for word in words:
            self.assertIn(word, violations[0])


class Items(CheckerTest):
    find_violations = linearizable.find_violations

    def test_accepts_operations_in_order(self):
        self.accepts(
            Script().add("Put", 1, 2, writes={"x": "a"}).add("Get", 3, 4, reads={"x": "a"})
            .add("Delete", 5, 6, reads={"x": "a"}, writes={"x": None}).add("Get", 7, 8, reads={"x": None})
        )

    def test_accepts_either_order_of_concurrent_writes(self):
        for value in "ab":
            self.accepts(
                Script().add("Put", 1, 9, writes={"x": "a"}).add("Put", 2, 8, writes={"x": "b"})
                .add("Get", 10, 11, reads={"x": value})
            )

    def test_refuses_stale_read(self):
        self.refuses(
            Script().add("Put", 1, 2, writes={"x": "a"}).add("Put", 3, 4, writes={"x": "b"})
            .add("Get", 5, 6, reads={"x": "a"}),
            "client 3's Get 3", "x = 'a' (by client 1's Put 1", "possible is x = 'b' (by client 2's Put 2",
        )

    def test_refuses_read_of_earlier_value_after_read_of_later_value(self):
        self.refuses(
            Script().add("Put", 1, 2, writes={"x": "a"}).add("Put", 3, 20, writes={"x": "b"})
            .add("Get", 4, 5, reads={"x": "b"}).add("Get", 6, 7, reads={"x": "a"}),
            "client 4's Get 4",
        )

    def test_refuses_lost_update(self):
        self.refuses(
            Script().add("Put", 1, 2, writes={"x": "a"})
            .add("conditional Put", 3, 6, reads={"x": "a"}, writes={"x": "b"})
            .add("conditional Put", 4, 7, reads={"x": "a"}, writes={"x": "c"}),
            "client 3's conditional Put 3", "x = 'a'",
        )

    def test_refuses_write_that_is_missing(self):
        self.refuses(
            Script().add("Put", 1, 2, writes={"x": "a"}).add("Get", 3, 4, reads={"x": None}),
            "client 2's Get 2", "x = None", "possible is x = 'a'",
        )

    def test_refuses_value_that_was_never_written(self):
        self.refuses(
            Script().add("Get", 1, 2, reads={"x": "a"}), "client 1's Get 1", "which no operation wrote"
        )

    def test_refuses_dirty_read(self):
        self.refuses(
            Script().add("Put", 1, 2, reads={"x": None}, writes={"x": "a"}, outcome=REFUSED)
            .add("Get", 3, 4, reads={"x": "a"}),
            "client 2's Get 2", "client 1's Put 1", "was refused to write",
        )

    def test_refuses_read_before_the_write_began(self):
        self.refuses(
            Script().add("Get", 1, 2, reads={"x": "a"}).add("Put", 3, 4, writes={"x": "a"}), "client 1's Get 1"
        )

    def test_refused_write_is_a_read(self):
        self.refuses(
            Script().add("Put", 1, 2, writes={"x": "a"}).add("Put", 3, 4, writes={"x": "b"})
            .add("conditional Put", 5, 6, reads={"x": "a"}, writes={"x": "c"}, outcome=REFUSED),
            "client 3's conditional Put 3",
        )

    def test_refuses_torn_transaction(self):
        script = Script().add("TransactWrite", 1, 9, writes={"x": "a", "y": "b"})
        self.refuses(script.add("TransactGet", 2, 8, reads={"x": "a", "y": None}), "client 2's TransactGet 2")

    def test_accepts_separate_reads_around_transaction(self):
        self.accepts(
            Script().add("TransactWrite", 1, 9, writes={"x": "a", "y": "b"})
            .add("BatchGet", 2, 8, reads={"x": "a"}).add("BatchGet", 2, 8, reads={"y": None})
        )

    def test_accepts_unknown_write_that_took_effect(self):
        for end in (3, 20):
            self.accepts(
                Script().add("Put", 1, end, writes={"x": "a"}, outcome=UNKNOWN)
                .add("Get", 21, 22, reads={"x": "a"}).add("Get", 23, 24, reads={"x": "a"})
            )

    def test_accepts_unknown_write_that_never_took_effect(self):
        self.accepts(
            Script().add("Put", 1, 20, writes={"x": "a"}, outcome=UNKNOWN).add("Get", 2, 3, reads={"x": None})
            .add("Get", 21, 22, reads={"x": None})
        )

    def test_accepts_unknown_writes_that_depend_on_each_other(self):
        self.accepts(
            Script().add("conditional Put", 1, 20, reads={"x": "b"}, writes={"x": "c"}, outcome=UNKNOWN)
            .add("Put", 2, 20, writes={"x": "b"}, outcome=UNKNOWN).add("Get", 21, 22, reads={"x": "c"})
        )

    def test_refuses_unknown_write_that_takes_effect_after_the_restart(self):
        self.refuses(
            Script().add("Put", 1, 20, writes={"x": "a"}, outcome=UNKNOWN).add("Get", 21, 22, reads={"x": None})
            .add("Get", 23, 24, reads={"x": "a"}),
            "client 3's Get 3",
        )

    def test_refuses_read_that_a_crash_undoes(self):
        self.refuses(
            Script().add("Put", 1, 20, writes={"x": "a"}, outcome=UNKNOWN).add("Get", 2, 3, reads={"x": "a"})
            .add("Get", 21, 22, reads={"x": None}),
            "client 3's Get 3", "possible is x = 'a' (by client 1's Put 1", "shown by client 2's Get 2",
        )

    def test_refuses_half_of_an_unknown_transaction_after_the_restart(self):
        self.refuses(
            Script().add("TransactWrite", 1, 20, writes={"x": "a", "y": "b"}, outcome=UNKNOWN)
            .add("Get", 21, 22, reads={"x": "a"}).add("Get", 23, 24, reads={"y": None}),
            "client 3's Get 3", "possible is y = 'b'",
        )

    def test_judges_long_histories(self):
        script = Script()
        for time in range(0, 20000, 10):
            script.add("Put", time, time + 8, writes={"x": f"a{time}"})
            script.add("Put", time + 1, time + 9, writes={"x": f"b{time}"})
            script.add("Get", time + 2, time + 7, reads={"x": f"b{time}"})
        self.accepts(script)
        self.refuses(script.add("Get", 20001, 20002, reads={"x": "b5000"}), "Get")


class Lists(CheckerTest):
    find_violations = serializable.find_violations

    def test_accepts_operations_in_order(self):
        self.accepts(
            Script().add("Append", 1, 2, writes={"x": ["a"]})
            .add("Append", 3, 4, reads={"x": ["a"]}, writes={"x": ["b", "c"]})
            .add("Get", 5, 6, reads={"x": ["a", "b", "c"]})
        )

    def test_refuses_g1a_aborted_read(self):
        self.refuses(
            Script().add("Append", 1, 2, writes={"x": ["a"]}, outcome=REFUSED).add("Get", 3, 4, reads={"x": ["a"]}),
            "G1a: client 2's Get 2", "client 1's Append 1",
        )

    def test_refuses_element_that_was_never_appended(self):
        self.refuses(Script().add("Get", 1, 2, reads={"x": ["a"]}), "client 1's Get 1", "no operation appended")

    def test_refuses_g1b_part_of_an_append(self):
        self.refuses(
            Script().add("Append", 1, 9, writes={"x": ["a", "b"]}).add("Get", 2, 8, reads={"x": ["a"]}),
            "G1b: client 2's Get 2", "client 1's Append 1",
        )

    def test_refuses_duplicate(self):
        self.refuses(
            Script().add("Append", 1, 2, writes={"x": ["a"]}).add("Get", 3, 4, reads={"x": ["a", "a"]}),
            "duplicate: client 2's Get 2", "'a' twice",
        )

    def test_refuses_incompatible_orders(self):
        self.refuses(
            Script().add("Append", 1, 9, writes={"x": ["a"]}).add("Append", 1, 9, writes={"x": ["b"]})
            .add("Get", 2, 8, reads={"x": ["a", "b"]}).add("Get", 2, 8, reads={"x": ["b"]}),
            "incompatible orders of x: client 4's Get 4", "client 3's Get 3",
        )

    def test_refuses_two_appends_to_the_same_value(self):
        self.refuses(
            Script().add("Append", 1, 9, reads={"x": []}, writes={"x": ["a"]})
            .add("Append", 1, 9, reads={"x": []}, writes={"x": ["b"]}),
            "incompatible orders of x", "client 2's Append 2", "client 1's Append 1",
        )

    def test_refuses_lost_update(self):
        self.refuses(
            Script().add("Append", 1, 2, writes={"x": ["a"]}).add("Append", 3, 4, writes={"x": ["b"]})
            .add("Get", 5, 6, reads={"x": ["a"]}),
            "lost update", "client 3's Get 3", "without 'b'", "client 2's Append 2",
        )

    def test_refuses_stale_read(self):
        self.refuses(
            Script().add("Append", 1, 9, writes={"x": ["a"]}).add("Get", 2, 3, reads={"x": ["a"]})
            .add("Get", 4, 5, reads={"x": []}),
            "stale read: client 3's Get 3", "client 2's Get 2",
        )

    def test_refuses_g0(self):
        script = Script().add("TransactWrite", 1, 9, writes={"x": ["a"], "y": ["b"]})
        script.add("TransactWrite", 1, 9, writes={"x": ["c"], "y": ["d"]})
        script.add("Get", 1, 9, reads={"x": ["a", "c"]}).add("Get", 1, 9, reads={"y": ["d", "b"]})
        self.refuses(script, "G0: ", "client 1's TransactWrite 1", "client 2's TransactWrite 2")

    def test_refuses_g1c(self):
        self.refuses(
            Script().add("TransactWrite", 1, 9, reads={"y": ["b"]}, writes={"x": ["a"]})
            .add("TransactWrite", 1, 9, reads={"x": ["a"]}, writes={"y": ["b"]}),
            "G1c: ", "client 1's TransactWrite 1", "client 2's TransactWrite 2",
        )

    def test_refuses_g_single(self):
        self.refuses(
            Script().add("TransactWrite", 1, 9, writes={"x": ["a"], "y": ["b"]})
            .add("TransactGet", 1, 9, reads={"x": ["a"], "y": []}).add("Get", 10, 11, reads={"y": ["b"]}),
            "G-single: ", "client 2's TransactGet 2", "without 'b'", "client 1's TransactWrite 1",
        )

    def test_refuses_g2_write_skew(self):
        self.refuses(
            Script().add("TransactWrite", 1, 9, reads={"x": []}, writes={"y": ["b"]})
            .add("TransactWrite", 1, 9, reads={"y": []}, writes={"x": ["a"]})
            .add("Get", 10, 11, reads={"x": ["a"]}).add("Get", 10, 11, reads={"y": ["b"]}),
            "G2: ", "client 1's TransactWrite 1", "client 2's TransactWrite 2",
        )

    def test_refuses_write_skew_that_is_never_read(self):
        self.refuses(
            Script().add("TransactWrite", 1, 9, reads={"x": []}, writes={"y": ["b"]})
            .add("TransactWrite", 1, 9, reads={"y": []}, writes={"x": ["a"]}),
            "G2: ",
        )

    def test_refuses_order_against_time(self):
        self.refuses(
            Script().add("Append", 1, 2, writes={"x": ["a"]}).add("Append", 3, 4, writes={"y": ["b"]})
            .add("TransactGet", 1, 9, reads={"x": [], "y": ["b"]}).add("Get", 10, 11, reads={"x": ["a"]}),
            "G-single-realtime: ", "client 3's TransactGet 3", "client 1's Append 1", "ended before",
        )

    def test_accepts_unknown_append_that_took_effect(self):
        self.accepts(
            Script().add("Append", 1, 20, writes={"x": ["a"]}, outcome=UNKNOWN).add("Get", 2, 3, reads={"x": []})
            .add("Get", 21, 22, reads={"x": ["a"]})
        )

    def test_accepts_unknown_append_that_never_took_effect(self):
        self.accepts(
            Script().add("Append", 1, 20, writes={"x": ["a"]}, outcome=UNKNOWN).add("Get", 21, 22, reads={"x": []})
            .add("Append", 23, 24, reads={"x": []}, writes={"x": ["b"]})
        )

    def test_refuses_unknown_append_that_takes_effect_after_the_restart(self):
        self.refuses(
            Script().add("Append", 1, 20, writes={"x": ["a"]}, outcome=UNKNOWN).add("Get", 21, 22, reads={"x": []})
            .add("Get", 23, 24, reads={"x": ["a"]}),
            "client 2's Get 2", "client 1's Append 1",
        )

    def test_refuses_read_that_a_crash_undoes(self):
        self.refuses(
            Script().add("Append", 1, 20, writes={"x": ["a"]}, outcome=UNKNOWN).add("Get", 2, 3, reads={"x": ["a"]})
            .add("Get", 21, 22, reads={"x": []}),
            "stale read: client 3's Get 3", "client 2's Get 2",
        )

    def test_refuses_half_of_an_unknown_transaction_after_the_restart(self):
        self.refuses(
            Script().add("TransactWrite", 1, 20, writes={"x": ["a"], "y": ["b"]}, outcome=UNKNOWN)
            .add("Get", 21, 22, reads={"x": ["a"]}).add("Get", 23, 24, reads={"y": []}),
            "client 3's Get 3", "client 1's TransactWrite 1",
        )

    def test_refuses_cycle_in_a_long_history(self):
        script = Script()
        elements = []
        for time in range(0, 20000, 10):
            elements = (elements + [f"a{time}"])[-30:] if time % 300 else [f"a{time}"]
            script.add("Append", time, time + 5, writes={f"x{time // 300}": [f"a{time}"]})
            script.add("Get", time + 1, time + 9, reads={f"x{time // 300}": list(elements)})
        self.accepts(script)
        script.add("TransactWrite", 50, 90, reads={"p": []}, writes={"q": ["b"]})
        script.add("TransactWrite", 60, 95, reads={"q": []}, writes={"p": ["c"]})
        self.refuses(script, "G2: ")


class Beginnings(unittest.TestCase):
    def test_operations_in_progress_are_of_unknown_outcome(self):
        script = Script().add("Put", 1, 4, writes={"x": "a"}).add("Put", 2, 8, writes={"x": "b"})
        script.add("Get", 3, 9, reads={"x": "b"}).add("Put", 7, 8, writes={"x": "c"})
        beginning = before(script.history, 5)
        self.assertEqual([each.outcome for each in beginning], [OK, UNKNOWN])
        self.assertEqual(beginning[1].ended, 5)


if __name__ == "__main__":
    unittest.main()
