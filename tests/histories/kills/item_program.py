"""One client of items: writes, conditional writes, strong reads and transactions of a few items.

Three groups of three items: two have the same HASH value. Most transactions stay in one group, so that
many of them meet.
"""
from program import Program, with_condition
from replies import Replies
from table import TABLE_NAME, key_of

GROUPS = [[f"{group}a/0", f"{group}a/1", f"{group}b/0"] for group in range(3)]
KEYS = sum(GROUPS, [])
ANY_GROUP_CHANCE = 0.2
CONDITION_CHANCE = 0.4
OLD_CHANCE = 0.5


def value_of(item):
    return item["v"]["S"] if item else None


def value_before(value, written):
    if value != written:
        raise ValueError
    return []


class ItemProgram(Program):
    replies = Replies(value_of, value_before)

    def _draw(self):
        draws = [
            (20, self._put), (14, self._update), (5, self._delete), (18, self._transaction),
            (22, lambda: self.get(self._key())), (11, lambda: self.read_together(self._some())),
            (5, lambda: self.read_batch(self._some())), (5, self._query_one),
        ]
        draw, = self.random.choices([make for _, make in draws], [weight for weight, _ in draws])
        return draw()

    def _group(self):
        return self.random.choice(GROUPS)

    def _key(self):
        return self.random.choice(self._group())

    def _watched_key(self):
        return KEYS[self.client % len(KEYS)]

    def _some(self):
        is_any = self.random.random() < ANY_GROUP_CHANCE
        return self.random.sample(KEYS if is_any else self._group(), self.random.randint(2, 3))

    def _query_one(self):
        group = self._group()
        value = group[0].split("/")[0]
        return self.query("id = :id", {":id": value}, [key for key in group if key.startswith(value)])

    def _put(self):
        key = self._key()
        return self._write("PutItem", self._item(key, self.unique()), key, self.unique(), "ALL_OLD")

    def _update(self):
        key = self._key()
        returns = self.random.choice(["ALL_OLD", "ALL_NEW"])
        return self._write("UpdateItem", self._set(key, self.unique()), key, self.unique(), returns)

    def _delete(self):
        key = self._key()
        return self._write("DeleteItem", self._named(key), key, None, "ALL_OLD")

    def _write(self, action, body, key, value, returns):
        """Returns a write of one item that requires or returns the old value, both, or neither."""
        expected = {}
        if self.random.random() < CONDITION_CHANCE and key in self._seen:
            expected[key] = self._seen[key]
            body = required(body, self._seen[key])
        if self.random.random() >= OLD_CHANCE:
            returns = "NONE"
        body["ReturnValues"] = returns
        return self.attempt(action, body, [key], expected=expected, writes={key: value}, returns=returns)

    def _transaction(self):
        keys = self._some()
        expected, writes, actions = {}, {}, []
        for index, key in enumerate(keys):
            kind, action = self._action(key, index, writes)
            is_required = kind == "ConditionCheck" or self.random.random() < CONDITION_CHANCE
            if is_required and (kind == "ConditionCheck" or key in self._seen):
                expected[key] = self._seen.get(key)
                action = required(action, expected[key])
            actions.append((kind, action))
        return self.transaction(actions, keys, expected=expected, writes=writes)

    def _action(self, key, index, writes):
        """Returns the kind and the body of one action, and adds its write to `writes`."""
        value = self.unique(index)
        may_check = [1] if writes else [0]
        kind, = self.random.choices(["Put", "Update", "Delete", "ConditionCheck"], [5, 4, 1] + may_check)
        if kind != "ConditionCheck":
            writes[key] = None if kind == "Delete" else value
        bodies = {"Put": self._item, "Update": self._set}
        return kind, bodies[kind](key, value) if kind in bodies else self._named(key)

    def _named(self, key):
        return {"TableName": TABLE_NAME, "Key": key_of(key)}

    def _item(self, key, value):
        item = {**key_of(key), "v": {"S": value}}
        if self.pad_bytes:
            item["pad"] = {"S": "x" * self.pad_bytes}
        return {"TableName": TABLE_NAME, "Item": item}

    def _set(self, key, value):
        values = {":new": {"S": value}}
        return {**self._named(key), "UpdateExpression": "SET v = :new", "ExpressionAttributeValues": values}


def required(action, value):
    """Returns the action with the condition that the item has this value."""
    if value is None:
        return with_condition(action, "attribute_not_exists(id)", {})
    return with_condition(action, "v = :old", {":old": {"S": value}})
