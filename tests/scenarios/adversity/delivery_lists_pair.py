"""Lists of who is to receive what, sent right after they were written: read strongly or eventually.

A list is kept in numbered parts, whose order a second table knows; a third has one item for each
target. Whoever sends claims a target first, so a list that is sent twice reaches everybody once.
"""
from world import decode, encode, require_equal

PARTS_TABLE = "delivery_list_part"
ORDERS_TABLE = "delivery_order"
TARGETS_TABLE = "delivery_target"
DELIVERY_COUNT = 2


class Deliveries:
    """Keeps lists and sends them. `consistent_read` is how a list is read that is to be sent."""

    def __init__(self, world, outbox, consistent_read=True):
        self._world = world
        self._client = world.client
        self._outbox = outbox
        self._consistent_read = consistent_read
        self._request_count = 0

    def create(self):
        create = self._world.create_table
        create(PARTS_TABLE, ("delivery_id", "order"), {"delivery_id": "S", "order": "N"})
        create(ORDERS_TABLE, ("delivery_id",), {"delivery_id": "S"})
        create(TARGETS_TABLE, ("user_id", "delivery_id"), {"user_id": "S", "delivery_id": "S"})

    def open(self, delivery_id):
        """Starts a delivery without parts; no effect on one that exists."""
        order = {"delivery_id": delivery_id, "order": [], "nextSequence": 1}
        try:
            self._world.patiently(
                self._client.put_item,
                TableName=ORDERS_TABLE,
                Item=encode(order),
                ConditionExpression="attribute_not_exists(delivery_id)",
            )
        except self._client.exceptions.ConditionalCheckFailedException:
            pass

    def add(self, delivery_id, user_ids):
        """Appends a part with these users, and a target for each."""
        sequence = self._get(ORDERS_TABLE, {"delivery_id": delivery_id})["nextSequence"]
        part = {"delivery_id": delivery_id, "order": sequence, "user_ids": user_ids}
        self._world.patiently(self._client.put_item, TableName=PARTS_TABLE, Item=encode(part))
        self._put_targets(delivery_id, user_ids)
        self._update_once(
            ORDERS_TABLE,
            {"delivery_id": delivery_id},
            "SET #o = list_append(#o, :part), nextSequence = :next, last_request = :request",
            "nextSequence = :sequence",
            {":part": [sequence], ":next": sequence + 1, ":sequence": sequence},
            ExpressionAttributeNames={"#o": "order"},
        )

    def users(self, delivery_id):
        """Everybody on the list, in order."""
        key = {"delivery_id": delivery_id}
        order = self._get(ORDERS_TABLE, key, self._consistent_read) or {"order": []}
        users = []
        for number in order["order"]:
            part = self._get(PARTS_TABLE, {**key, "order": number}, self._consistent_read)
            users += part["user_ids"] if part else []
        return users

    def send(self, delivery_id):
        """Sends to everybody on the list to whom it has not been sent yet."""
        for user_id in self.users(delivery_id):
            key = {"user_id": user_id, "delivery_id": delivery_id}
            is_mine = self._update_once(
                TARGETS_TABLE,
                key,
                "SET last_request = :request",
                "attribute_exists(user_id) AND attribute_not_exists(last_request)",
                {},
            )
            if is_mine:
                self._outbox.append((delivery_id, user_id))
                self._world.patiently(
                    self._client.delete_item, TableName=TARGETS_TABLE, Key=encode(key)
                )

    def _put_targets(self, delivery_id, user_ids):
        targets = [{"user_id": user_id, "delivery_id": delivery_id} for user_id in user_ids]
        pending = {TARGETS_TABLE: [{"PutRequest": {"Item": encode(item)}} for item in targets]}
        while pending:
            answer = self._world.patiently(self._client.batch_write_item, RequestItems=pending)
            pending = answer["UnprocessedItems"]

    def _get(self, table_name, key, consistent_read=True):
        answer = self._world.patiently(
            self._client.get_item,
            TableName=table_name,
            Key=encode(key),
            ConsistentRead=consistent_read,
        )
        return decode(answer["Item"]) if "Item" in answer else None

    def _update_once(self, table_name, key, update, condition, values, **options):
        """Whether the update was made. One whose reply was lost fails when it is repeated; then the
        item says whose request it was.
        """
        self._request_count += 1
        request = f"request-{self._request_count}"
        try:
            self._world.patiently(
                self._client.update_item,
                TableName=table_name,
                Key=encode(key),
                UpdateExpression=update,
                ConditionExpression=condition,
                ExpressionAttributeValues=encode({**values, ":request": request}),
                **options,
            )
        except self._client.exceptions.ConditionalCheckFailedException:
            item = self._get(table_name, key)
            return item is not None and item.get("last_request") == request
        return True


def play(world, is_mistaken):
    """Writes lists and sends each at once, some a second time; raises Broken unless everybody got
    everything exactly once.
    """
    outbox = []
    deliveries = Deliveries(world, outbox, consistent_read=not is_mistaken)
    deliveries.create()
    world.settle()
    expected = []
    for number in range(DELIVERY_COUNT):
        delivery_id = f"delivery-{number}"
        deliveries.open(delivery_id)
        for part in range(world.random.randint(2, 3)):
            users = [f"user-{part}-{count}" for count in range(world.random.randint(2, 3))]
            world.wait(world.random.uniform(0.005, 0.08))
            deliveries.add(delivery_id, users)
            expected += [(delivery_id, user_id) for user_id in users]
        world.wait(world.random.uniform(0.005, 0.08))
        for _ in range(world.random.randint(1, 2)):
            deliveries.send(delivery_id)

    world.settle()
    require_equal("who got what", expected, sorted(outbox))
    require_equal("the targets left", [], world.stored(TARGETS_TABLE))
