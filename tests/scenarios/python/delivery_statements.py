"""The reads of the delivery lists as PartiQL statements, for those who come from SQL.

They find the same as the operations do and cost the same. The one write is the delivery itself: the
DELETE returns what it deletes, so exactly one caller gets the text to send.
"""
from delivery_lists import DELIVERY_INDEX, ORDERS_TABLE, PARTS_TABLE, TARGETS_TABLE

PART = f'SELECT user_ids FROM "{PARTS_TABLE}" WHERE delivery_id = ? AND "order" = ?'
PARTS = f'SELECT * FROM "{PARTS_TABLE}" WHERE delivery_id = ?'
PARTS_BETWEEN = PARTS + ' AND "order" BETWEEN ? AND ?'
PARTS_BACKWARDS = PARTS + ' ORDER BY "order" DESC'
ORDER = f'SELECT "order", nextSequence FROM "{ORDERS_TABLE}" WHERE delivery_id = ?'
TARGET = f'SELECT * FROM "{TARGETS_TABLE}" WHERE user_id = ? AND delivery_id = ?'
DELIVERIES_OF = f'SELECT delivery_id FROM "{TARGETS_TABLE}" WHERE user_id = ?'
PENDING = f'SELECT user_id FROM "{TARGETS_TABLE}"."{DELIVERY_INDEX}" WHERE delivery_id = ?'
TARGETS = f'SELECT * FROM "{TARGETS_TABLE}"'
TARGETS_NAMING = TARGETS + ' WHERE contains("text", ?)'
DELIVER = f'DELETE FROM "{TARGETS_TABLE}" WHERE user_id = ? AND delivery_id = ? RETURNING ALL OLD *'


def parameters(*values):
    """Strings and integers as parameters of a statement."""
    return [{"S": value} if isinstance(value, str) else {"N": str(value)} for value in values]


def statement(text, *values, **options):
    """A request, or an element of one, for a statement with its parameters."""
    request = {"Statement": text, **options}
    return {**request, "Parameters": parameters(*values)} if values else request


class DeliveryStatements:
    """What PARTS_TABLE, ORDERS_TABLE and TARGETS_TABLE hold, read by statements."""

    def __init__(self, client):
        self._client = client

    def pages(self, text, *values, **options):
        """The pages of a strongly consistent SELECT, following NextToken to the end."""
        request = statement(text, *values, ConsistentRead=True, **options)
        while True:
            page = self._client.execute_statement(**request)
            yield page
            if "NextToken" not in page:
                return
            request["NextToken"] = page["NextToken"]

    def rows(self, text, *values, **options):
        return [row for page in self.pages(text, *values, **options) for row in page["Items"]]

    def parts(self, delivery_id):
        """All users of a delivery, part by part in the order of the order table, as they are at one
        moment.
        """
        row = self.rows(ORDER, delivery_id)[0]
        numbers = [int(number["N"]) for number in row["order"]["L"]]
        reads = [statement(PART, delivery_id, number) for number in numbers]
        found = self._client.execute_transaction(TransactStatements=reads)["Responses"]
        return [_users(part["Item"]) for part in found]

    def parts_in_groups(self, delivery_id, numbers):
        """The same by batches of 25, each part as it is when read; None for one there is not."""
        parts = []
        for first in range(0, len(numbers), 25):
            reads = [
                statement(PART, delivery_id, number, ConsistentRead=True)
                for number in numbers[first : first + 25]
            ]
            found = self._client.batch_execute_statement(Statements=reads)["Responses"]
            parts += [_users(part["Item"]) if "Item" in part else None for part in found]
        return parts

    def deliveries_of(self, user_id):
        return [row["delivery_id"]["S"] for row in self.rows(DELIVERIES_OF, user_id)]

    def pending(self, delivery_id):
        """Who has not received it, by the index: what it says may be old, `deliver` settles it."""
        page = self._client.execute_statement(**statement(PENDING, delivery_id))
        return [row["user_id"]["S"] for row in page["Items"]]

    def deliver(self, user_id, delivery_id):
        """The text to send, for exactly one caller; None for every other."""
        request = statement(DELIVER, user_id, delivery_id)
        deleted = self._client.execute_statement(**request)["Items"]
        return deleted[0]["text"]["S"] if deleted else None


def _users(part):
    return [user["S"] for user in part["user_ids"]["L"]]
