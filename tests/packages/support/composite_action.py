"""Runs a composite action as a runner would: its steps by its action.yml, with inputs and their defaults.

usage: composite_action.py DIRECTORY RUNNER [INPUT=VALUE...]

RUNNER is a directory for what a runner keeps: temp/, and the files env, path, output and log that the
steps write. Outputs of the action are printed, NAME=VALUE. An expression that is none of `inputs.X` and
`steps.X.outputs.Y` is an error: no more of the language is known here.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

SHELLS = {"sh": ["sh", "-e"], "bash": ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail"]}
EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")


class Runner:
    """One use of the action in a job."""

    def __init__(self, directory, runner, inputs):
        self._directory = directory.resolve()
        self._runner = runner.resolve()
        self._action = yaml.safe_load((directory / "action.yml").read_text())
        declared = self._action["inputs"]
        unknown = set(inputs) - set(declared)
        if unknown:
            raise SystemExit(f"the action has no inputs {unknown}")
        self._known = {
            f"inputs.{name}": inputs.get(name, str(facts.get("default", "")))
            for name, facts in declared.items()
        }

    def run(self):
        if self._action["runs"]["using"] != "composite":
            raise SystemExit("it is no composite action")
        (self._runner / "temp").mkdir(parents=True)
        for name in ("env", "path"):
            (self._runner / name).touch()
        for step in self._action["runs"]["steps"]:
            self._run_step(step)
        for name, facts in self._action["outputs"].items():
            print(f"{name}={self._value(facts['value'])}")

    def _run_step(self, step):
        surplus = set(step) - {"id", "name", "shell", "run", "env"}
        if surplus:
            raise SystemExit(f"a step says {surplus}, which is not known here")
        script = self._runner / "step"
        script.write_text(self._value(step["run"]))
        output = self._runner / "output"
        output.write_text("")
        environment = {
            **os.environ,
            **{name: self._value(value) for name, value in step.get("env", {}).items()},
            "GITHUB_ACTION_PATH": str(self._directory),
            "RUNNER_TEMP": str(self._runner / "temp"),
            "GITHUB_ENV": str(self._runner / "env"),
            "GITHUB_PATH": str(self._runner / "path"),
            "GITHUB_OUTPUT": str(output),
        }
        with open(self._runner / "log", "a") as log:
            subprocess.run([*SHELLS[step["shell"]], script], env=environment, stdout=log, stderr=log, check=True)
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            self._known[f"steps.{step['id']}.outputs.{name}"] = value

    def _value(self, text):
        return EXPRESSION.sub(lambda found: self._known[found[1]], text)


if __name__ == "__main__":
    given = dict(argument.split("=", 1) for argument in sys.argv[3:])
    try:
        Runner(Path(sys.argv[1]), Path(sys.argv[2]), given).run()
    except subprocess.CalledProcessError as error:
        sys.exit(f"the step ends with {error.returncode}")
