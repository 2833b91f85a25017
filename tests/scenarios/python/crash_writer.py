"""The load of the crash test: writers which know what each of their items must be.

Each writer owns the keys it writes to. It applies every write to its own copy of the items as well;
a write which has not been answered when the server dies stays `in_flight`, and may have happened or
not.
"""
import random

from crash_connection import GONE, Connection
from crash_table import TABLE_NAME, to_key

PARTITIONS = 4
SORT_KEYS = 16
BATCH_MAX = 25
CATEGORIES = ["red", "green", "blue"]
FLAGS = ["open", "late"]


class Writer:
    """One client. `items` is the last acknowledged state; `in_flight` maps keys to what they may be
    instead.
    """

    def __init__(self, number, seed):
        self._random = random.Random(f"{seed}-{number}")
        self.keys = [
            (f"w{number}-{part}", sort) for part in range(PARTITIONS) for sort in range(SORT_KEYS)
        ]
        self.items = {}
        self.in_flight = {}
        # The latest transaction, and the keys that it writes to.
        self.transaction = (None, frozenset())
        self.acknowledged = 0
        self.problems = []

    def run(self, port, trigger):
        """Writes until the server dies, or a reply is wrong."""
        connection = Connection(port)
        try:
            while not self.problems:
                operation, request, outcome, expected_status = self._next_write()
                self.in_flight = outcome
                connection.send(operation, request)
                trigger.request_sent()
                status, body = connection.receive()
                self._acknowledge(operation, status, body, expected_status)
                trigger.write_acknowledged()
        except GONE as error:
            if not trigger.pulled:
                self.problems.append(f"the server was gone before it was killed: {error!r}")
        except Exception as error:
            self.problems.append(f"a reply could not be understood: {error!r}")
        finally:
            connection.close()

    def _acknowledge(self, operation, status, body, expected_status):
        if status != expected_status:
            self.problems.append(
                f"{operation} answered {status} instead of {expected_status}: {body}"
            )
            return
        attributes = body.get("Attributes")
        if (
            operation == "UpdateItem"
            and status == 200
            and attributes not in self.in_flight.values()
        ):
            self.problems.append(f"UpdateItem returned {attributes} instead of {self.in_flight}")
            return
        self.settle(self.in_flight)
        self.acknowledged += 1

    def settle(self, outcome):
        """Takes these states of keys for the acknowledged ones; nothing is in flight any more."""
        for key, item in outcome.items():
            if item is None:
                self.items.pop(key, None)
            else:
                self.items[key] = item
        self.in_flight = {}

    def _next_write(self):
        """An operation, its request, the items after it by their keys, and the status it must be
        answered.
        """
        kinds = [
            self._put,
            self._update,
            self._conditional_update,
            self._stale_update,
            self._delete,
            self._batch,
            self._transact,
        ]
        kind = self._random.choices(kinds, weights=[6, 6, 4, 1, 2, 3, 2])[0]
        return kind(self._random.choice(self.keys))

    def _put(self, key):
        item = self._new_item(key)
        return "PutItem", {"TableName": TABLE_NAME, "Item": item}, {key: item}, 200

    def _delete(self, key):
        return "DeleteItem", {"TableName": TABLE_NAME, "Key": to_key(key)}, {key: None}, 200

    def _update(self, key):
        """Sets, adds to and removes attributes of an item, which need not exist; moves it within
        indexes.
        """
        added = self._random.randrange(-9, 10)
        item = {
            **self.items.get(key, to_key(key)),
            "note": self._text(),
            "category": self._category(),
        }
        item["score"] = {"N": str(int(item.get("score", {"N": "0"})["N"]) + added)}
        item["version"] = {"N": str(int(item.get("version", {"N": "0"})["N"]) + 1)}
        sets, removes = ["note = :note", "category = :category"], []
        values = {":note": item["note"], ":category": item["category"], ":added": {"N": str(added)}}
        for name, choices in (("flag", FLAGS), ("label", CATEGORIES)):
            if self._random.random() < 0.5:
                item.pop(name, None)
                removes.append(name)
            else:
                item[name] = values[f":{name}"] = {"S": self._random.choice(choices)}
                sets.append(f"{name} = :{name}")
        expression = f"SET {', '.join(sets)} ADD score :added, version :one"
        if removes:
            expression += f" REMOVE {', '.join(removes)}"
        request = self._update_request(key, expression, {**values, ":one": {"N": "1"}})
        return "UpdateItem", request, {key: item}, 200

    def _conditional_update(self, key):
        """Replaces the text of an item if it has the version the writer knows."""
        if key not in self.items:
            return self._put_if_absent(key)
        item = {**self.items[key], "text": self._text()}
        return self._guarded(key, item, self.items[key]["version"], 200)

    def _stale_update(self, key):
        """The same with a version which the item does not have: it must be refused and change
        nothing.
        """
        unchanged = {key: self.items[key]} if key in self.items else {key: None}
        operation, request, _, _ = self._guarded(key, {"text": self._text()}, {"N": "-1"}, 400)
        return operation, request, unchanged, 400

    def _guarded(self, key, item, version, expected_status):
        values = {":text": item["text"], ":version": version}
        request = self._update_request(key, "SET #text = :text", values)
        request["ConditionExpression"] = "version = :version"
        request["ExpressionAttributeNames"] = {"#text": "text"}
        return "UpdateItem", request, {key: item}, expected_status

    def _put_if_absent(self, key):
        operation, request, outcome, _ = self._put(key)
        request["ConditionExpression"] = "attribute_not_exists(pk)"
        return operation, request, outcome, 200

    def _batch(self, _):
        outcome = {}
        requests = []
        for key in self._random.sample(self.keys, self._random.randint(2, BATCH_MAX)):
            if self._random.random() < 0.3:
                outcome[key] = None
                requests.append({"DeleteRequest": {"Key": to_key(key)}})
            else:
                outcome[key] = self._new_item(key)
                requests.append({"PutRequest": {"Item": outcome[key]}})
        return "BatchWriteItem", {"RequestItems": {TABLE_NAME: requests}}, outcome, 200

    def _transact(self, _):
        """Several items at once, all or none of them, under a token."""
        outcome = {}
        actions = []
        for key in self._random.sample(self.keys, self._random.randint(2, BATCH_MAX)):
            if self._random.random() < 0.3:
                outcome[key] = None
                actions.append({"Delete": {"TableName": TABLE_NAME, "Key": to_key(key)}})
            else:
                outcome[key] = self._new_item(key)
                actions.append({"Put": {"TableName": TABLE_NAME, "Item": outcome[key]}})
        token = f"{self._random.getrandbits(64):016x}"
        request = {"TransactItems": actions, "ClientRequestToken": token}
        self.transaction = (request, frozenset(outcome))
        return "TransactWriteItems", request, outcome, 200

    def _update_request(self, key, expression, values):
        return {
            "TableName": TABLE_NAME,
            "Key": to_key(key),
            "UpdateExpression": expression,
            "ExpressionAttributeValues": values,
            "ReturnValues": "ALL_NEW",
        }

    def _new_item(self, key):
        item = {**to_key(key), "version": {"N": "1"}, "note": self._text()}
        if self._random.random() < 0.8:
            item["category"] = self._category()
        if self._random.random() < 0.8:
            item["score"] = {"N": str(self._random.randrange(-50, 50))}
        if self._random.random() < 0.3:
            item["flag"] = {"S": self._random.choice(FLAGS)}
        if self._random.random() < 0.5:
            item["label"] = {"S": self._random.choice(CATEGORIES)}
        return item

    def _category(self):
        return {"S": self._random.choice(CATEGORIES)}

    def _text(self):
        """Mostly short, now and then some kilobytes, different each time."""
        size = self._random.choice([1, 1, 1, 20, 400])
        return {"S": f"{self._random.getrandbits(32):08x}" * size}
