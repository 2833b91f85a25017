#!/usr/bin/python3
"""The judge must find planted violations: in observations, and in programs that only pretend to be a server."""

import os
import stat
import sys
import tempfile
import unittest
from dataclasses import replace

sys.dont_write_bytecode = True

import judge
from draw import Damage
from server import CRASHED, HUNG, REFUSED, SERVES, End
from states import DATA, LOG, Expected, State
from trial import Life, Seen, Trials, Way

CONTENT = {"default us-east-1 Orders: items": ['{"id": {"S": "a"}}', '{"id": {"S": "b"}}']}
OTHER = {"default us-east-1 Orders: items": ['{"id": {"S": "a"}}', '{"id": {"S": "c"}}']}
LESS = {"default us-east-1 Orders: items": ['{"id": {"S": "a"}}']}
RESTORED = {"early": ['{"id": {"S": "a"}}']}
SENTENCE = (
    "stator: The change log /data/stator.log is damaged at byte 4096: run 'stator check --repair /data' to save the "
    "rest into a new directory, or start with --accept-damage to continue with the rest.\n"
)
SOUND = End(REFUSED, 0, "sound: 1 table\n")
PROBLEM = End(REFUSED, 1, "problem: /data/stator.log is damaged at byte 4096\n1 problem\n")


def damage(**changes):
    state = State("both", {DATA: bytes(20_000), LOG: b"log"}, {}, Expected(CONTENT, RESTORED))
    files = {DATA: bytes(20_000), LOG: b"LOG"}
    return replace(Damage(1, "flip", state, LOG, "planted", files, [state.expected]), **changes)


def refused(said=SENTENCE, code=1, files=None, check=PROBLEM, **ways):
    return Seen(End(REFUSED, code, said), files or damage().files, check, **ways)


def served(content=None, restored=None, again=None, failures=(), check=SOUND, second=End(SERVES)):
    life = Life(content or CONTENT, restored or RESTORED, again or CONTENT, list(failures), second, check)
    return Seen(End(SERVES), life=life)


def repaired(said="lost: a row\n", code=1, content=None):
    return Way(End(REFUSED, code, said), damage().files, SOUND, End(SERVES), content or LESS)


def accepted(said="warning Lost: a row.\n", content=None, files=None):
    aside = {f"{name}.damaged": data for name, data in damage().files.items()}
    return Way(End(SERVES, said=said), aside if files is None else files, SOUND, End(SERVES), content or LESS)


def rules(seen, of=None):
    return {violation.rule for violation in judge.violations_of(of or damage(), seen, [CONTENT])}


class Observations(unittest.TestCase):
    def test_accepts_kept_promises(self):
        self.assertEqual(rules(refused()), set())
        self.assertEqual(rules(served()), set())
        self.assertEqual(rules(refused(repair=repaired(), accept=accepted())), set())

    def test_finds_a_crash_and_a_hang(self):
        self.assertEqual(rules(Seen(End(CRASHED, -11))), {"the start crashes"})
        self.assertEqual(rules(Seen(End(HUNG))), {"the start hangs"})

    def test_finds_other_content(self):
        for content in (OTHER, LESS, {**CONTENT, "more": 1}):
            self.assertEqual(rules(served(content)), {"an accepted directory has the same content"})
        self.assertEqual(rules(served(again=LESS)), {"a second start shows the same content"})
        self.assertEqual(rules(served(restored={"early": []})), {"backups and histories restore the same items"})

    def test_finds_failures_after_the_start(self):
        self.assertEqual(rules(served(failures=["Scan: status 500"])), {"an accepted directory takes writes"})
        self.assertEqual(rules(served(second=End(HUNG))), {"an accepted directory starts a second time"})
        self.assertEqual(rules(served(check=PROBLEM)), {"a directory after two starts is sound by stator check"})
        unread = Seen(End(SERVES), life=Life(failures=["Scan: status 500"]))
        self.assertEqual(rules(unread), {"an accepted directory can be read"})

    def test_finds_refusals_without_a_sentence(self):
        for said in ("", "Segmentation fault\n", "stator: it failed.\n", SENTENCE.replace("stator.log", "stator.db")):
            self.assertEqual(rules(refused(said)), {"a sentence names the damaged file and its damage"})
        self.assertEqual(rules(refused(SENTENCE.replace("--accept-damage", ""))), {"a refusal names both ways on"})
        self.assertEqual(rules(refused(code=2)), {"a refusal has the exit code 1"})

    def test_finds_refusals_of_torn_ends(self):
        self.assertEqual(rules(refused(), damage(must_start=True)), {"a torn end is accepted"})

    def test_finds_changed_files(self):
        self.assertEqual(rules(refused(files={LOG: b"LOG"})), {"the refusal changes no file"})
        more = {**damage().files, "stator.db-wal": b"more"}
        self.assertEqual(rules(refused(files=more)), {"the refusal adds no file"})

    def test_finds_a_check_without_a_problem(self):
        self.assertEqual(rules(refused(check=SOUND)), {"stator check finds damage that a start refuses"})
        silent = End(REFUSED, 1, "1 problem\n")
        self.assertEqual(rules(refused(check=silent)), {"stator check names each problem"})

    def test_finds_output_that_is_no_text(self):
        for sign in ("\ufffd", "\x1b", "\0"):
            self.assertEqual(rules(refused(SENTENCE + sign)), {"output is text without control characters"})

    def test_finds_repairs_that_lose_or_invent(self):
        cases = {
            "--repair names each loss": (repaired("saved\n", 0), accepted()),
            "--repair saves only true data": (repaired(content=OTHER), accepted()),
            "--repair has the exit code 1 if data is lost": (repaired(code=0), accepted()),
            "--repair ends in order": (Way(End(HUNG), damage().files), accepted()),
            "--repair saves the rest": (Way(PROBLEM, damage().files), accepted()),
            "--accept-damage names each loss": (repaired(), accepted("")),
            "--accept-damage saves only true data": (repaired(), accepted(content=OTHER)),
            "--accept-damage keeps the damaged files": (repaired(), accepted(files={})),
        }
        for rule, (repair, accept) in cases.items():
            self.assertEqual(rules(refused(repair=repair, accept=accept)), {rule})


class Programs(unittest.TestCase):
    """Scripts that replace the server."""

    def rules_of(self, script):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "stator")
            with open(path, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n" + script)
            os.chmod(path, stat.S_IRWXU)
            return rules(Trials(path, patience=1).see(damage().files, with_ways=False))

    def test_finds_a_crash(self):
        self.assertEqual(self.rules_of("kill -SEGV $$"), {"the start crashes"})

    def test_finds_a_hang(self):
        self.assertEqual(self.rules_of("exec sleep 30"), {"the start hangs"})

    def test_finds_silence(self):
        found = self.rules_of('test "$1" = check && echo "problem: stator.log is not the log of this file"; exit 1')
        self.assertEqual(found, {"a sentence names the damaged file and its damage"})

    def test_finds_a_server_that_ends_after_its_start(self):
        found = self.rules_of("echo Stator is listening on http://127.0.0.1:1; exit 1")
        self.assertEqual(found, {"an accepted directory can be read"})


if __name__ == "__main__":
    unittest.main()
