"""The requests of one client: common parts of both histories.

Half of the transactions whose reply did not arrive are sent again after the restart with their
ClientRequestToken, and become one operation. Some acknowledged transactions are also sent again,
immediately or after the restart, and must have no effect.
"""
import random

from attempt import Attempt
from table import TABLE_NAME, key_of

SETTLE_CHANCE = 0.5
REPEAT_CHANCE = 0.1
AUDITED_AT_ONCE = 100


class Program:
    """Subclasses draw requests in `_draw`, keys in `_watched_key`, and set `replies`."""

    def __init__(self, client, seed, is_strong=True):
        self.client = client
        self._is_strong = is_strong
        self.random = random.Random(f"{seed}/{client}")
        self.pad_bytes = 0
        self._number = 0
        self._due = []
        self._after_restart = []
        self._seen = {}

    def next(self):
        """Returns the attempt to send next."""
        return self._due.pop(0) if self._due else self._draw()

    def has_due(self):
        """Returns whether `next` repeats or audits."""
        return bool(self._due)

    def restarted(self):
        """Makes the repetitions due that wait for a restart."""
        self._due += self._after_restart
        self._after_restart = []

    def audit(self):
        """Makes strong reads of every key due that the client has used."""
        keys = sorted(self._seen)
        for start in range(0, len(keys), AUDITED_AT_ONCE):
            self._due.append(self.read_together(keys[start:start + AUDITED_AT_ONCE]))

    def watch(self):
        """Returns a read of an item that other clients change; always the same one."""
        return self.get(self._watched_key())

    def is_new(self, attempt, reply):
        """Returns whether a read shows another value than the client's last read of the item."""
        key = attempt.keys[0]
        return key in self._seen and self.replies.value_of(reply.get("Item")) != self._seen[key]

    def lost(self, attempt, server):
        """Returns the operations of an attempt without a reply, unless it will be sent again."""
        is_transaction = attempt.action == "TransactWriteItems" and not attempt.is_repetition
        if is_transaction and self.random.random() < SETTLE_CHANCE:
            self._after_restart.append(attempt)
            return []
        return self.replies.lost(attempt, server)

    def replied(self, attempt, status, reply, ended, server):
        """Returns the operations of a reply; raises WrongReply."""
        operations = self.replies.operations(attempt, status, reply, ended, server)
        if status == 200 and attempt.action == "TransactWriteItems" and not attempt.is_repetition:
            self._maybe_repeat(attempt)
        for operation in operations:
            self._seen.update(operation.reads)
        return operations

    def unsettled(self):
        """Returns the operations of attempts that have not been sent again."""
        waiting, self._after_restart = self._after_restart, []
        return [operation for attempt in waiting for operation in self.replies.lost(attempt, 0)]

    def _maybe_repeat(self, attempt):
        chance = self.random.random()
        if chance >= 2 * REPEAT_CHANCE:
            return
        repetition = self.attempt(attempt.action, attempt.body, attempt.keys)
        repetition.is_repetition = True
        (self._due if chance < REPEAT_CHANCE else self._after_restart).append(repetition)

    # Requests.

    def attempt(self, action, body, keys, **more):
        self._number += 1
        return Attempt(self.client, self._number, action, body, keys, **more)

    def unique(self, index=0):
        """Returns a text that no other write of the run uses, for the attempt created next."""
        return f"{self.client}.{self._number + 1}.{index}"

    def get(self, key):
        body = {"TableName": TABLE_NAME, "Key": key_of(key), "ConsistentRead": self._is_strong}
        return self.attempt("GetItem", body, [key])

    def read_together(self, keys):
        gets = [{"Get": {"TableName": TABLE_NAME, "Key": key_of(key)}} for key in keys]
        return self.attempt("TransactGetItems", {"TransactItems": gets}, keys)

    def read_batch(self, keys):
        asked = {"Keys": [key_of(key) for key in keys], "ConsistentRead": self._is_strong}
        return self.attempt("BatchGetItem", {"RequestItems": {TABLE_NAME: asked}}, keys)

    def query(self, condition, values, keys):
        body = {
            "TableName": TABLE_NAME, "ConsistentRead": self._is_strong, "KeyConditionExpression": condition,
            "ExpressionAttributeValues": {name: {"S": value} for name, value in values.items()},
        }
        return self.attempt("Query", body, keys)

    def transaction(self, actions, keys, **more):
        """Returns a transaction of actions by kind: a list of pairs such as ("Put", {...})."""
        body = {
            "TransactItems": [{kind: action} for kind, action in actions],
            "ClientRequestToken": f"token-{self.unique()}",
        }
        return self.attempt("TransactWriteItems", body, keys, **more)


def with_condition(action, condition, values):
    """Returns the action with a condition whose failure shows the item."""
    expressions = {"ConditionExpression": condition, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
    all_values = {**action.get("ExpressionAttributeValues", {}), **values}
    if all_values:
        expressions["ExpressionAttributeValues"] = all_values
    return {**action, **expressions}
