"""One damaged directory, drawn from a seed and a number."""

import random
from dataclasses import dataclass

import damages
from damages import Target
from layout import LOG_PAGE, edges_of
from states import DATA, LOG, SEALED, WAL, State

_WEIGHTS = {
    "flip": 35, "zeros": 13, "cut": 13, "repeat": 10, "exchange": 10,
    "foreign": 8, "older": 5, "missing": 2, "torn": 4,
}
KINDS = tuple(_WEIGHTS)
_FILE_WEIGHTS = {DATA: 45, LOG: 45, SEALED: 45, WAL: 10}


@dataclass
class Damage:
    """Damaged files, and the contents that a server may show if it accepts them."""

    number: int
    kind: str
    state: State
    file: str
    what: str
    files: dict
    allowed: list
    must_start: bool = False

    def __str__(self):
        return f"damage {self.number} ({self.kind}): {self.state.name}, {self.file}, {self.what}"


class Drawing:
    """Draws damages to `states`. `foreign` has the files of another server by the names of the states."""

    def __init__(self, seed, states, foreign):
        self._seed = seed
        self._states = states
        self._foreign = foreign

    def kind(self, number):
        return self._random(number).choices(KINDS, _WEIGHTS.values())[0]

    def damage(self, number):
        """The same damage at each call with the same states."""
        rng = self._random(number)
        kind = rng.choices(KINDS, _WEIGHTS.values())[0]
        while True:
            state = rng.choice([state for state in self._states if (state.before is not None) == (kind == "torn")])
            found = self._in(rng, kind, state)
            if found is not None:
                return Damage(number, kind, state, *found)

    def _random(self, number):
        return random.Random(f"{self._seed}/{number}")

    def _in(self, rng, kind, state):
        """None if the drawn change has no effect on these files."""
        if kind == "torn":
            return self._torn(rng, state)
        names = [name for name in state.files if name in _FILE_WEIGHTS]
        name = rng.choices(names, [_FILE_WEIGHTS[name] for name in names])[0]
        files = dict(state.files)
        if kind == "missing":
            # Without its log, a directory without a data file is new.
            if name == WAL or len(names) == 1:
                return None
            del files[name]
            return name, "removed", files, [state.expected]
        data, what = getattr(damages, kind)(rng, self._target(state, name))
        if data == state.files[name]:
            return None
        files[name] = data
        return name, what, files, [state.expected]

    def _target(self, state, name):
        data = state.files[name]
        other_name = LOG if name == SEALED else name
        foreign = self._foreign.get("both" if state.name == "sealed" else state.name, {}).get(other_name, b"")
        foreign_edges = edges_of(other_name, foreign) if foreign else []
        return Target(data, edges_of(name, data), foreign, foreign_edges, state.older.get(name, b""))

    def _torn(self, rng, state):
        """The last change as a whole or not at all. It is whole if none of its bytes is missing."""
        data, what = damages.torn(rng, self._target(state, LOG))
        is_whole = data[LOG_PAGE:] == state.files[LOG][LOG_PAGE:]
        files = {**state.files, LOG: data}
        return LOG, what, files, [state.expected] if is_whole else [state.before, state.expected], True
