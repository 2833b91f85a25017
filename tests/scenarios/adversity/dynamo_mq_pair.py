"""A message queue that counts what it sends and settles, with an idempotency token and without.

A message and its place in the statistics are written by one transaction. When the reply is lost,
the sender cannot know whether the transaction was made, and has to repeat it. With the same
ClientRequestToken it is made once; without, boto3 makes up a new one for each call, and it counts
twice.
"""
import datetime

from world import Broken, decode, encode, require_equal

TABLE_NAME = "dynamo-mq-table"
INDEX_NAME = "dynamo-mq-index-queue_type-sent_at"
STATISTICS_KEY = {"id": "statistics"}
STANDARD = "STANDARD"
MESSAGE_COUNT = 6
VISIBILITY_TIMEOUT_SECONDS = 30
EMPTY_LOOKS = 2
LOOK_SECONDS = 1
BUSY_LOOK_SECONDS = 31


def rfc3339_nano(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f") + "000Z"


class MessageQueue:
    """The queue as one process uses it; `name` tells processes apart.

    It repeats requests itself, so that its users decide how long; boto3 shall not.
    """

    def __init__(self, world, name):
        self._world = world
        self._client = world.new_client(total_max_attempts=1)
        self._name = name
        self._request_count = 0

    def once(self, token):
        """What makes repetitions of a transaction count as one."""
        return {"ClientRequestToken": token}

    def send(self, message_id, data):
        now = rfc3339_nano(self._world.now())
        message = {
            "id": message_id,
            "data": data,
            "receive_count": 0,
            "queue_type": STANDARD,
            "version": 1,
            "sent_at": now,
            "invisible_until_at": "",
        }
        put = {"Put": {"TableName": TABLE_NAME, "Item": encode(message)}}
        self._transact(f"send-{message_id}", put, self._count("sent"))

    def receive(self):
        """The oldest visible message, made invisible to others, or None; and whether the queue
        looked empty.
        """
        is_empty = True
        for message in self._sent():
            is_empty = False
            now = rfc3339_nano(self._world.now())
            if now <= message["invisible_until_at"]:
                continue
            received = self._mark_received(message)
            if received is not None:
                return received, is_empty
        return None, is_empty

    def settle(self, message):
        """Takes a message that has been processed out of the queue."""
        delete = {"Delete": {"TableName": TABLE_NAME, "Key": encode({"id": message["id"]})}}
        self._transact(f"settle-{message['id']}", delete, self._count("settled"))

    def _sent(self):
        """The messages which the index shows, oldest first."""
        for page in self._world.pages(
            self._client.query,
            TableName=TABLE_NAME,
            IndexName=INDEX_NAME,
            KeyConditionExpression="queue_type = :type",
            ExpressionAttributeValues=encode({":type": STANDARD}),
        ):
            yield from map(decode, page["Items"])

    def _mark_received(self, message):
        """The message as this process has received it; None if it has changed since it was read."""
        self._request_count += 1
        request = f"{self._name}-{self._request_count}"
        until = self._world.now() + datetime.timedelta(seconds=VISIBILITY_TIMEOUT_SECONDS)
        try:
            answer = self._world.patiently(
                self._client.update_item,
                TableName=TABLE_NAME,
                Key=encode({"id": message["id"]}),
                UpdateExpression="ADD version :one, receive_count :one "
                "SET invisible_until_at = :until, received_by = :request",
                ConditionExpression="version = :version",
                ExpressionAttributeValues=encode(
                    {
                        ":one": 1,
                        ":version": message["version"],
                        ":until": rfc3339_nano(until),
                        ":request": request,
                    }
                ),
                ReturnValues="ALL_NEW",
            )
        except self._client.exceptions.ConditionalCheckFailedException:
            stored = self._get(message["id"])
            # The update may have met itself: then its first reply was lost.
            return stored if stored.get("received_by") == request else None
        return decode(answer["Attributes"])

    def _get(self, message_id):
        answer = self._world.patiently(
            self._client.get_item,
            TableName=TABLE_NAME,
            Key=encode({"id": message_id}),
            ConsistentRead=True,
        )
        return decode(answer.get("Item", {}))

    def _count(self, counter):
        return {
            "Update": {
                "TableName": TABLE_NAME,
                "Key": encode(STATISTICS_KEY),
                "UpdateExpression": "ADD #counter :one",
                "ExpressionAttributeNames": {"#counter": counter},
                "ExpressionAttributeValues": encode({":one": 1}),
            }
        }

    def _transact(self, token, *actions):
        self._world.patiently(
            self._client.transact_write_items, TransactItems=list(actions), **self.once(token)
        )


class ForgetfulMessageQueue(MessageQueue):
    """The mistake: a transaction that is repeated does not say so."""

    def once(self, token):
        return {}


def produce(world, queue, message_ids):
    for message_id in message_ids:
        queue.send(message_id, {"text": f"hello from {message_id}"})
        yield world.random.uniform(0.05, 0.5)


def consume(world, queue, processed):
    """Processes messages until the queue stays empty after everything has been sent. One message it
    forgets after receiving it, as a process does that dies.
    """
    may_forget = True
    empty_looks = 0
    while empty_looks < EMPTY_LOOKS:
        message, is_empty = queue.receive()
        if message is None:
            empty_looks = empty_looks + 1 if is_empty else 0
            yield LOOK_SECONDS if is_empty else BUSY_LOOK_SECONDS
            continue
        empty_looks = 0
        yield world.random.uniform(0.01, 0.3)
        if may_forget and world.random.random() < 0.2:
            may_forget = False
            continue
        processed.append(message["id"])
        queue.settle(message)
        yield world.random.uniform(0.1, 0.6)


def play(world, is_mistaken):
    """Has one process send messages and two receive them; raises Broken unless each was processed
    exactly once, and counted so.
    """
    queue_class = ForgetfulMessageQueue if is_mistaken else MessageQueue
    world.create_table(
        TABLE_NAME,
        ("id",),
        {"id": "S", "queue_type": "S", "sent_at": "S"},
        [(INDEX_NAME, ("queue_type", "sent_at"))],
    )
    message_ids = [f"message-{number}" for number in range(MESSAGE_COUNT)]
    processed = []
    producer = queue_class(world, "producer")
    consumers = [queue_class(world, f"consumer-{number}") for number in range(2)]
    world.run_together(
        produce(world, producer, message_ids),
        *(consume(world, consumer, processed) for consumer in consumers),
    )
    world.settle()
    # Consumers that saw the queue empty before all was sent have ended; one more empties it.
    world.run_together(consume(world, queue_class(world, "last"), processed))

    require_equal("what was processed", message_ids, sorted(processed))
    left = world.stored(TABLE_NAME)
    require_equal("what is left", [STATISTICS_KEY["id"]], [item["id"] for item in left])
    statistics = left[0]
    for counter in ("sent", "settled"):
        if statistics[counter] != MESSAGE_COUNT:
            raise Broken(f"{MESSAGE_COUNT} messages counted as {statistics[counter]} {counter}")
