"""Turns replies into operations of the history, and finds replies that are wrong by themselves."""
from history import OK, REFUSED, UNKNOWN, Operation
from table import text_of

BATCHES = ("BatchGetItem", "Query")


class WrongReply(Exception):
    """A reply that no correct server gives to the request."""


class Replies:
    """Reads replies for one kind of history.

    `value_of(item)` returns the value of an item, which is None if the item does not exist.
    `value_before(value, written)` returns the value before a write from the one after it, as a
    dictionary's member list: empty if the value before is not known. It raises ValueError if the
    write cannot have left the value.
    """

    def __init__(self, value_of, value_before):
        self.value_of = value_of
        self._value_before = value_before

    def operations(self, attempt, status, reply, ended, server):
        """Returns the operations that the reply proves; raises WrongReply."""
        if status == 200:
            return self._succeeded(attempt, reply, ended, server)
        error = str(reply.get("__type")).split("#")[-1]
        if status != 400 or attempt.is_repetition:
            raise WrongReply(f"{describe(attempt)} was answered with {status}: {reply}")
        if error == "TransactionConflictException" and attempt.writes:
            reads = {}
        elif error == "ConditionalCheckFailedException" and (attempt.expected or attempt.doomed):
            reads = {attempt.keys[0]: self._refused_value(attempt, attempt.keys[0], reply.get("Item"))}
        elif error == "TransactionCanceledException":
            reads = self._reasons(attempt, reply)
        else:
            raise WrongReply(f"{describe(attempt)} was answered with {status}: {reply}")
        if not reads and not attempt.writes:
            return []
        return [operation(attempt, REFUSED, attempt.sent, ended, server, reads)]

    def lost(self, attempt, server):
        """Returns the operation of unknown outcome whose reply did not arrive, if it writes.

        Its end is 0 until the server has been restarted.
        """
        if not attempt.writes or attempt.is_repetition:
            return []
        return [operation(attempt, UNKNOWN, attempt.invoked, 0, server, attempt.expected)]

    def _succeeded(self, attempt, reply, ended, server):
        if attempt.doomed:
            raise WrongReply(f"{describe(attempt)} succeeded although a condition never holds")
        if attempt.is_repetition:
            return []
        reads = self._shown(attempt, reply)
        if attempt.action not in BATCHES:
            return [operation(attempt, OK, attempt.invoked, ended, server, reads)]
        return [
            operation(attempt, OK, attempt.invoked, ended, server, {key: value})
            for key, value in reads.items()
        ]

    def _shown(self, attempt, reply):
        if attempt.action == "GetItem":
            return {attempt.keys[0]: self.value_of(reply.get("Item"))}
        if attempt.action == "TransactGetItems":
            items = [response.get("Item") for response in reply["Responses"]]
            return {key: self.value_of(item) for key, item in zip(attempt.keys, items, strict=True)}
        if attempt.action in BATCHES:
            return self._found(attempt, reply)
        return self._replaced(attempt, reply)

    def _found(self, attempt, reply):
        """Returns the values of a reply that leaves out items that do not exist."""
        if reply.get("UnprocessedKeys") or "LastEvaluatedKey" in reply:
            raise WrongReply(f"{describe(attempt)} was answered in part: {reply}")
        items = reply["Items"] if "Items" in reply else [
            item for items in reply["Responses"].values() for item in items
        ]
        found = {text_of(item): self.value_of(item) for item in items}
        if len(found) != len(items) or not found.keys() <= set(attempt.keys):
            raise WrongReply(f"{describe(attempt)} was answered with other items: {reply}")
        return {key: found.get(key, self.value_of(None)) for key in attempt.keys}

    def _replaced(self, attempt, reply):
        """Returns the values before a write: those that conditions required or the reply shows."""
        reads = dict(attempt.expected)
        key = attempt.keys[0]
        value = self.value_of(reply.get("Attributes"))
        if attempt.returns == "ALL_OLD":
            shown = [value]
        elif attempt.returns == "ALL_NEW":
            try:
                shown = self._value_before(value, attempt.writes[key])
            except ValueError as error:
                raise WrongReply(f"{describe(attempt)} left {key} as {value!r}") from error
        else:
            return reads
        for before in shown:
            if key in reads and reads[key] != before:
                raise WrongReply(
                    f"{describe(attempt)} replaced {before!r} although it requires {reads[key]!r}"
                )
            reads[key] = before
        return reads

    def _reasons(self, attempt, reply):
        """Returns the values that a cancelled transaction showed, or required and confirmed."""
        reasons = [reason["Code"] for reason in reply["CancellationReasons"]]
        if len(reasons) != len(attempt.keys) or set(reasons) == {"None"}:
            raise WrongReply(f"{describe(attempt)} was cancelled without a reason: {reply}")
        reads = {}
        for key, reason in zip(attempt.keys, reply["CancellationReasons"]):
            if reason["Code"] == "ConditionalCheckFailed":
                reads[key] = self._refused_value(attempt, key, reason.get("Item"))
            elif reason["Code"] not in ("None", "TransactionConflict"):
                raise WrongReply(f"{describe(attempt)} was cancelled with {reply}")
            elif "TransactionConflict" in reasons:
                continue  # Conditions without a failure may not have been evaluated.
            elif key in attempt.doomed:
                raise WrongReply(f"{describe(attempt)}: a condition of {key} held that never holds")
            elif key in attempt.expected:
                reads[key] = attempt.expected[key]
        return reads

    def _refused_value(self, attempt, key, item):
        value = self.value_of(item)
        if key not in attempt.doomed and attempt.expected.get(key, value) == value:
            raise WrongReply(f"{describe(attempt)} was refused, but {key} is {value!r} as required")
        return value


def describe(attempt):
    return f"client {attempt.client}'s {attempt.name} {attempt.number}"


def operation(attempt, outcome, invoked, ended, server, reads):
    return Operation(
        attempt.client, attempt.number, attempt.name, outcome, invoked, ended, reads,
        attempt.writes, server,
    )
