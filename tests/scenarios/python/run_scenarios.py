"""Runs the Python scenarios in one mode (see harness.py) and ends with `N passed, N failed`.

usage: run_scenarios.py [SCENARIO ...]        e.g. run_scenarios.py priority_queue
"""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    loader = unittest.TestLoader()
    names = [f"{scenario}_test" for scenario in sys.argv[1:]]
    suite = (
        loader.loadTestsFromNames(names) if names else loader.discover(HERE, pattern="*_test.py")
    )
    runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, buffer=True)
    result = runner.run(suite)
    failed = len(result.failures) + len(result.errors)
    passed = max(0, result.testsRun - failed - len(result.skipped))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


if __name__ == "__main__":
    sys.path.insert(0, HERE)
    sys.exit(main())
