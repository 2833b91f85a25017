"""What the tests that kill a server share: their command line, a directory of their own, the verdict."""
import argparse
import os
import random
import shutil
import tempfile
import threading

from server import ServerError

PROBLEMS_SHOWN_MAX = 20


class Trigger:
    """Kills a server when its writers have had so many answers: at once, or with the next request
    under way.
    """

    def __init__(self, server, acknowledged, mid_request):
        self._server = server
        self._remaining = acknowledged
        self._mid_request = mid_request
        self._lock = threading.Lock()
        self.pulled = False

    def write_acknowledged(self):
        with self._lock:
            self._remaining -= 1
            if self._remaining == 0 and not self._mid_request:
                self._pull()

    def request_sent(self):
        with self._lock:
            if self._remaining <= 0 and not self.pulled:
                self._pull()

    def _pull(self):
        self.pulled = not self._server.has_exited()
        self._server.process.kill()


def main(description, length, make_test):
    """Runs `make_test(binary, seed, directory)` and returns the process's exit code.

    `length` is the option that says how long, and its default. The test has `run(length)`,
    `close()`, the list `problems`, and `summary()`: what it has done, in a line without an end, or
    "". Its directory stays when there are problems.
    """
    option, default = length
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("binary", nargs="?", default=os.environ.get("STATOR_BINARY"))
    parser.add_argument(option, dest="length", type=type(default), default=default)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    arguments = parser.parse_args()
    if not arguments.binary:
        parser.error("name the server's executable file, or set STATOR_BINARY")
    print(f"seed {arguments.seed}", flush=True)
    directory = tempfile.mkdtemp(prefix="kill-test-")
    test = make_test(arguments.binary, arguments.seed, directory)
    try:
        test.run(arguments.length)
    except (ServerError, AssertionError, OSError) as error:
        test.problems.append(f"{type(error).__name__}: {error}")
    finally:
        test.close()
    for problem in test.problems[:PROBLEMS_SHOWN_MAX]:
        print(problem)
    summary = test.summary()
    violations = f"{len(test.problems)} violations"
    print(f"{summary}; {violations}" if summary else violations)
    if test.problems:
        print(f"the data and the server's log are in {directory}")
        return 1
    shutil.rmtree(directory)
    return 0
