"""Runs the Python scenarios in one mode (see harness.py) and ends with `N passed, N failed`.

usage: run_scenarios.py [SCENARIO ...]        e.g. run_scenarios.py priority_queue
"""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = [HERE, os.path.join(os.path.dirname(HERE), "terraform")]


def main():
    names = [f"{scenario}_test" for scenario in sys.argv[1:]]
    suite = unittest.TestSuite(
        [unittest.TestLoader().loadTestsFromNames(names)]
        if names
        else [unittest.TestLoader().discover(folder, pattern="*_test.py") for folder in FOLDERS]
    )
    runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, buffer=True)
    result = runner.run(suite)
    failed = len(result.failures) + len(result.errors)
    passed = max(0, result.testsRun - failed - len(result.skipped))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


if __name__ == "__main__":
    sys.path[:0] = FOLDERS
    sys.exit(main())
