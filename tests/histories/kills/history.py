"""Operations of clients, and histories: lists of operations in any order.

Times are nanoseconds of one clock that all clients share. In a history of items, the value of a key
is a text, or None while the item does not exist, and `writes` maps keys to new values. In a history
of lists, the value of a key is a list of elements, and `writes` maps keys to appended elements.
"""
import dataclasses
import json

OK = "ok"
REFUSED = "refused"
UNKNOWN = "unknown"


@dataclasses.dataclass
class Operation:
    """One request, or one item's part of a request that is not atomic.

    `reads` are the values that the operation showed or required: those before its own writes.
    A refused operation has no effect; its `writes` must never be seen. An operation of unknown
    outcome took effect between `invoked` and `ended`, or never takes effect. Its `reads` are the
    values that its conditions require; `ended` is the time when the next server was listening.
    """

    client: int
    number: int
    name: str
    outcome: str
    invoked: int
    ended: int
    reads: dict
    writes: dict
    server: int = 0

    def __str__(self):
        return (
            f"client {self.client}'s {self.name} {self.number} "
            f"(server {self.server}, {self.invoked / 1e9:.6f} s to {self.ended / 1e9:.6f} s)"
        )


def save(history, path):
    """Writes one operation per line, as JSON."""
    with open(path, "w") as file:
        for operation in history:
            file.write(json.dumps(dataclasses.asdict(operation)) + "\n")


def load(path):
    with open(path) as file:
        return [Operation(**json.loads(line)) for line in file]


def before(history, time):
    """Returns the history as it was at that time: later operations are missing, those in progress
    are of unknown outcome.
    """
    beginning = []
    for operation in history:
        if operation.ended <= time:
            beginning.append(operation)
        elif operation.invoked < time and operation.outcome != REFUSED and operation.writes:
            beginning.append(dataclasses.replace(operation, outcome=UNKNOWN, ended=time))
    return beginning
