"""Two consumers of a priority queue of shipments, with the version condition and without it.

The index that the consumers look through lags, so both see a shipment as free after one of them has
taken it, and even after it has been shipped. What keeps it from being shipped twice is the version:
an update of what has changed since it was read is refused.
"""
from world import Broken, decode, encode, require_equal

TABLE_NAME = "shipments"
QUEUED_INDEX = "queued-last_updated_timestamp-index"
PAGE_LIMIT = 25
SHIPMENT_COUNT = 5
VISIBILITY_TIMEOUT_SECONDS = 60
# A queue that looks empty so many times, this long apart, is empty: the index does not lag so much.
EMPTY_LOOKS = 2
LOOK_SECONDS = 1
BUSY_LOOK_SECONDS = 31

READY_TO_SHIP = "READY_TO_SHIP"
PROCESSING_SHIPMENT = "PROCESSING_SHIPMENT"
COMPLETED = "COMPLETED"

ENQUEUE = (
    "ADD #sys.#v :one SET queued = :one, #sys.queued = :one, #sys.queue_selected = :false, "
    "last_updated_timestamp = :lut, #sys.#st = :st, #sys.last_request = :request"
)
SELECT = (
    "ADD #sys.#v :one SET #sys.queue_selected = :true, #sys.peek_utc_timestamp = :ts, "
    "last_updated_timestamp = :lut, #sys.#st = :st, #sys.last_request = :request"
)
REMOVE = (
    "ADD #sys.#v :one REMOVE #sys.peek_utc_timestamp, queued SET #sys.queued = :zero, "
    "#sys.queue_selected = :false, last_updated_timestamp = :lut, #sys.#st = :st, "
    "#sys.last_request = :request"
)
NAMES = {"#sys": "system_info", "#v": "version", "#st": "status"}


class Stale(Exception):
    """The shipment has changed since it was read."""


class PriorityQueue:
    """The queue as one process uses it; `name` tells processes apart."""

    def __init__(self, world, name):
        self._world = world
        self._client = world.client
        self._name = name
        self._request_count = 0

    def same_version(self, shipment):
        """What makes an update fail if the shipment has changed since it was read: the condition,
        and its values.
        """
        version = shipment["system_info"]["version"]
        return {"ConditionExpression": "#sys.#v = :v"}, {":v": version}

    def put(self, shipment_id):
        """Stores a shipment, in no queue yet."""
        system_info = {"version": 1, "queued": 0, "queue_selected": False, "last_request": ""}
        shipment = {"id": shipment_id, "system_info": system_info}
        item = encode(shipment)
        self._world.patiently(self._client.put_item, TableName=TABLE_NAME, Item=item)
        return shipment

    def get(self, shipment_id):
        answer = self._world.patiently(
            self._client.get_item,
            TableName=TABLE_NAME,
            Key=encode({"id": shipment_id}),
            ConsistentRead=True,
        )
        return decode(answer["Item"])

    def enqueue(self, shipment):
        """Puts a shipment at the end of the queue, or back there."""
        values = {":st": READY_TO_SHIP, ":one": 1, ":false": False}
        return self._update(shipment, ENQUEUE, values)

    def waiting(self):
        """What the index shows as queued, oldest first."""
        for page in self._world.pages(
            self._client.query,
            TableName=TABLE_NAME,
            IndexName=QUEUED_INDEX,
            KeyConditionExpression="queued = :one",
            ExpressionAttributeValues=encode({":one": 1}),
            Limit=PAGE_LIMIT,
        ):
            yield from map(decode, page["Items"])

    def is_free(self, shipment):
        system_info = shipment["system_info"]
        if not system_info["queue_selected"]:
            return True
        selected_seconds = float(system_info["peek_utc_timestamp"]) / 1000
        age_seconds = self._world.now().timestamp() - selected_seconds
        return age_seconds > VISIBILITY_TIMEOUT_SECONDS

    def select(self, shipment):
        """Takes a shipment, as it was read, for this process; raises Stale if another was first."""
        milliseconds = int(self._world.now().timestamp() * 1000)
        values = {":st": PROCESSING_SHIPMENT, ":one": 1, ":true": True, ":ts": milliseconds}
        return self._update(shipment, SELECT, values)

    def remove(self, shipment):
        """Takes a shipment that has been shipped out of the queue; it stays in the table."""
        values = {":st": COMPLETED, ":one": 1, ":zero": 0, ":false": False}
        return self._update(shipment, REMOVE, values)

    def _update(self, shipment, update, values):
        """An update that fails meets either another's change or its own, of which it never heard:
        the shipment says whose.
        """
        self._request_count += 1
        request = f"{self._name}-{self._request_count}"
        now = self._world.now().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        condition, condition_values = self.same_version(shipment)
        values = {**values, **condition_values, ":lut": now, ":request": request}
        try:
            answer = self._world.patiently(
                self._client.update_item,
                TableName=TABLE_NAME,
                Key=encode({"id": shipment["id"]}),
                UpdateExpression=update,
                ExpressionAttributeNames=NAMES,
                ExpressionAttributeValues=encode(values),
                ReturnValues="ALL_NEW",
                **condition,
            )
        except self._client.exceptions.ConditionalCheckFailedException:
            stored = self.get(shipment["id"])
            if stored["system_info"]["last_request"] != request:
                raise Stale(shipment["id"]) from None
            return stored
        return decode(answer["Attributes"])


class UnguardedPriorityQueue(PriorityQueue):
    """The mistake: updates what it has read, whatever has happened to it since."""

    def same_version(self, shipment):
        return {}, {}


def consume(world, queue, shipped):
    """Ships what is in the queue until it stays empty. One shipment it forgets after taking it, as
    a process does that dies; one it gives back.
    """
    misfortunes = ["forgets", "gives back"]
    empty_looks = 0
    while empty_looks < EMPTY_LOOKS:
        is_empty, taken = True, None
        for shipment in queue.waiting():
            is_empty = False
            if not queue.is_free(shipment):
                continue
            yield world.random.uniform(0.005, 0.08)
            try:
                taken = queue.select(shipment)
                break
            except Stale:
                continue
        if taken is None:
            empty_looks = empty_looks + 1 if is_empty else 0
            yield LOOK_SECONDS if is_empty else BUSY_LOOK_SECONDS
            continue
        empty_looks = 0
        yield world.random.uniform(0.01, 0.3)
        if misfortunes and world.random.random() < 0.2:
            if misfortunes.pop() == "gives back":
                queue.enqueue(taken)
            continue
        shipped.append(taken["id"])
        queue.remove(taken)
        yield world.random.uniform(0.1, 0.6)


def play(world, is_mistaken):
    """Fills a queue and has it emptied by two consumers; raises Broken unless each shipment has
    been shipped exactly once.
    """
    queue_class = UnguardedPriorityQueue if is_mistaken else PriorityQueue
    world.create_table(
        TABLE_NAME,
        ("id",),
        {"id": "S", "queued": "N", "last_updated_timestamp": "S"},
        [(QUEUED_INDEX, ("queued", "last_updated_timestamp"))],
    )
    producer = queue_class(world, "producer")
    shipment_ids = [f"shipment-{number}" for number in range(SHIPMENT_COUNT)]
    for shipment_id in shipment_ids:
        producer.enqueue(producer.put(shipment_id))
        world.wait(world.random.uniform(0.005, 0.08))
    world.settle()

    shipped = []
    consumers = [queue_class(world, f"consumer-{number}") for number in range(2)]
    world.run_together(*(consume(world, consumer, shipped) for consumer in consumers))

    world.settle()
    require_equal("what was shipped", shipment_ids, sorted(shipped))
    stored = sorted(world.stored(TABLE_NAME), key=lambda shipment: shipment["id"])
    require_equal("what is stored", shipment_ids, [shipment["id"] for shipment in stored])
    for shipment in stored:
        status = shipment["system_info"]["status"]
        if status != COMPLETED or "queued" in shipment:
            raise Broken(f"{shipment['id']} was shipped and is still {status}")
