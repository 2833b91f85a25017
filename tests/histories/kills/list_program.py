"""One client of lists: appends of unique elements to several lists, and strong reads.

A slot has one list at a time. A client that sees a long list continues with the slot's next one.
"""
from program import Program, with_condition
from replies import Replies
from table import TABLE_NAME, key_of

SLOTS = 6
LENGTH_MAX = 32
CONDITION_CHANCE = 0.25
DOOMED_CHANCE = 0.1
RETURNS = ("NONE", "ALL_OLD", "ALL_NEW")
NEVER = "attribute_exists(never)"


def value_of(item):
    return [element["S"] for element in item["l"]["L"]] if item and "l" in item else []


def value_before(value, written):
    length = len(value) - len(written)
    if value[length:] != written:
        raise ValueError
    return [value[:length]]


class ListProgram(Program):
    replies = Replies(value_of, value_before)

    def __init__(self, client, seed, is_strong=True):
        super().__init__(client, seed, is_strong)
        self._lists = [0] * SLOTS

    def _draw(self):
        draws = [
            (30, self._transaction), (24, self._update), (22, lambda: self.read_together(self._some())),
            (14, lambda: self.get(self._key())), (6, lambda: self.read_batch(self._some())),
            (4, self._query_one),
        ]
        draw, = self.random.choices([make for _, make in draws], [weight for weight, _ in draws])
        return draw()

    def _key(self, slot=None):
        slot = self.random.randrange(SLOTS) if slot is None else slot
        key = f"{slot}/{self._lists[slot]}"
        while len(self._seen.get(key, ())) >= LENGTH_MAX:
            self._lists[slot] += 1
            key = f"{slot}/{self._lists[slot]}"
        return key

    def _watched_key(self):
        return self._key(self.client % SLOTS)

    def _some(self):
        slots = self.random.sample(range(SLOTS), self.random.randint(2, 4))
        return [self._key(slot) for slot in slots]

    def _query_one(self):
        key = self._key()
        slot, number = key.split("/")
        return self.query("id = :id AND part = :part", {":id": slot, ":part": number}, [key])

    def _update(self):
        key = self._key()
        elements = self._elements()
        expected = {}
        body = append(key, elements)
        if self.random.random() < CONDITION_CHANCE and key in self._seen:
            expected[key] = self._seen[key]
            body = required(body, expected[key])
        body["ReturnValues"] = self.random.choice(RETURNS)
        return self.attempt(
            "UpdateItem", body, [key],
            expected=expected, writes={key: elements}, returns=body["ReturnValues"],
        )

    def _transaction(self):
        """Returns appends to several lists; some transactions also require the value of another
        list, and some have a condition that never holds.
        """
        keys = self._some()
        writes = {key: self._elements(index) for index, key in enumerate(keys)}
        actions = {key: ("Update", append(key, writes[key])) for key in keys}
        last = keys[-1]
        expected = {}
        if self.random.random() < CONDITION_CHANCE and last in self._seen:
            expected[last] = self._seen[last]
            del writes[last]
            check = {"TableName": TABLE_NAME, "Key": key_of(last)}
            actions[last] = ("ConditionCheck", required(check, expected[last]))
        doomed = ()
        if self.random.random() < DOOMED_CHANCE:
            doomed = (keys[0],)
            actions[keys[0]] = ("Update", with_condition(actions[keys[0]][1], NEVER, {}))
        order = [actions[key] for key in keys]
        return self.transaction(order, keys, expected=expected, writes=writes, doomed=doomed)

    def _elements(self, index=0):
        first = self.unique(index)
        return [first] if self.random.random() < 0.7 else [first, first + "+"]


def append(key, elements):
    values = {":new": listed(elements), ":none": {"L": []}}
    return {
        "TableName": TABLE_NAME, "Key": key_of(key), "ExpressionAttributeValues": values,
        "UpdateExpression": "SET l = list_append(if_not_exists(l, :none), :new)",
    }


def listed(elements):
    return {"L": [{"S": element} for element in elements]}


def required(action, elements):
    """Returns the action with the condition that the list has these elements."""
    if not elements:
        return with_condition(action, "attribute_not_exists(l)", {})
    return with_condition(action, "l = :old", {":old": listed(elements)})
