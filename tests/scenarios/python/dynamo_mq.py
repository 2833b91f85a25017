"""A message queue on one table, after DynamoMQ.

A message is in the queue its `queue_type` names, at the place its `sent_at` gives it in the index.
Receiving makes it invisible for a while instead of taking it out; whoever has processed it deletes
it. All updates are guarded by `version`, so consumers need no other agreement. Expressions are
spelled as the Go SDK's builder spells them: numbered placeholders, a clause to a line.
"""
import datetime
import threading

import tables

TABLE_NAME = "dynamo-mq-table"
INDEX_NAME = "dynamo-mq-index-queue_type-sent_at"
STANDARD = "STANDARD"
DLQ = "DLQ"
READY = "READY"
PROCESSING = "PROCESSING"
PAGE_LIMIT = 250
LIST_LIMIT = 10
VISIBILITY_TIMEOUT_SECONDS = 30


class EmptyQueue(Exception):
    """No message of the queue is visible now."""


class IdDuplicated(Exception):
    """A message of this id has been sent before."""


class IdNotFound(Exception):
    """There is no message of this id."""


class InvalidStateTransition(Exception):
    """The message is not in the state from which this can be done."""


def create_table(client):
    tables.create(
        client,
        TableName=TABLE_NAME,
        AttributeDefinitions=[
            {"AttributeName": "id", "AttributeType": "S"},
            {"AttributeName": "queue_type", "AttributeType": "S"},
            {"AttributeName": "sent_at", "AttributeType": "S"},
        ],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        GlobalSecondaryIndexes=[
            {
                "IndexName": INDEX_NAME,
                "KeySchema": [
                    {"AttributeName": "queue_type", "KeyType": "HASH"},
                    {"AttributeName": "sent_at", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
        BillingMode="PAY_PER_REQUEST",
    )


def rfc3339_nano(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f") + "000Z"


class MessageQueue:
    """The queue's operations. Thread-safe; `clock` returns the present as an aware datetime.

    Its conditions are strings: a resource's builder of `Key` conditions is for one thread at a time.
    """

    def __init__(
        self, dynamodb, clock, use_fifo=False, visibility_timeout=VISIBILITY_TIMEOUT_SECONDS
    ):
        self._dynamodb = dynamodb
        self._table = dynamodb.Table(TABLE_NAME)
        self._clock = clock
        self._use_fifo = use_fifo
        self._visibility_timeout = visibility_timeout
        self.stale = dynamodb.meta.client.exceptions.ConditionalCheckFailedException

    def send(self, message_id, data, delay_seconds=0):
        """Sends a message, to be received after a delay; raises IdDuplicated."""
        now = self._clock()
        message = {
            "id": message_id,
            "data": data,
            "receive_count": 0,
            "queue_type": STANDARD,
            "version": 1,
            "created_at": rfc3339_nano(now),
            "updated_at": rfc3339_nano(now),
            "sent_at": rfc3339_nano(now + datetime.timedelta(seconds=delay_seconds)),
            "received_at": "",
            "invisible_until_at": "",
        }
        try:
            self._table.put_item(
                Item=message,
                ConditionExpression="attribute_not_exists (#0)",
                ExpressionAttributeNames={"#0": "id"},
            )
        except self.stale:
            raise IdDuplicated(message_id) from None
        return message

    def get(self, message_id):
        """The message as stored; raises IdNotFound."""
        response = self._table.get_item(Key={"id": message_id}, ConsistentRead=True)
        if "Item" not in response:
            raise IdNotFound(message_id)
        return response["Item"]

    def receive(self, queue_type=STANDARD):
        """The oldest visible message, made invisible to others; raises EmptyQueue, or loses to
        another receiver.
        """
        now = self._clock()
        for message in self._sent_until(queue_type, now):
            if status(message, now) == READY:
                return self.mark_received(message)
            if self._use_fifo:
                break
        raise EmptyQueue(queue_type)

    def mark_received(self, message):
        """Takes a message, as it was read, for this receiver."""
        now = self._clock()
        return self._update(
            message,
            "ADD #1 :1, #2 :2\nSET #3 = :3, #4 = :4, #5 = :5\n",
            ("version", 1),
            ("receive_count", 1),
            ("updated_at", rfc3339_nano(now)),
            ("received_at", rfc3339_nano(now)),
            ("invisible_until_at", self._invisible_until(now, self._visibility_timeout)),
        )

    def change_visibility(self, message_id, seconds):
        """Makes a message invisible for so long from now; 0 returns it to the queue."""
        now = self._clock()
        return self._update(
            self.get(message_id),
            "ADD #1 :1\nSET #2 = :2, #3 = :3\n",
            ("version", 1),
            ("updated_at", rfc3339_nano(now)),
            ("invisible_until_at", self._invisible_until(now, seconds)),
        )

    def delete(self, message_id):
        self._table.delete_item(Key={"id": message_id})

    def move_to_dlq(self, message_id):
        """Moves a message to the end of the dead-letter queue, as if it had never been received."""
        message = self.get(message_id)
        if message["queue_type"] == DLQ:
            raise InvalidStateTransition("message is already in DLQ")
        return self._move(message, DLQ)

    def redrive(self, message_id):
        """Moves a message from the dead-letter queue to the end of the standard queue."""
        message = self.get(message_id)
        if message["queue_type"] != DLQ:
            raise InvalidStateTransition("can only redrive messages from DLQ")
        if status(message, self._clock()) == PROCESSING:
            raise InvalidStateTransition("can only redrive messages from READY")
        return self._move(message, STANDARD)

    def ls(self, size=LIST_LIMIT):
        """Some messages of any queue, least recently updated first."""
        messages = self._table.scan(Limit=size)["Items"]
        return sorted(messages, key=lambda message: message["updated_at"])

    def qstat(self, queue_type=STANDARD):
        """How many messages a queue has, and how many of them are being processed."""
        now = self._clock()
        messages = self._messages(queue_type)
        processing = [message["id"] for message in messages if status(message, now) == PROCESSING]
        return {
            "total": len(messages),
            "processing": len(processing),
            "not_started": len(messages) - len(processing),
            "first_100_ids": [message["id"] for message in messages[:100]],
            "first_100_processing_ids": processing[:100],
        }

    def purge(self, queue_type=STANDARD):
        """Deletes all messages of a queue; returns how many."""
        messages = self._messages(queue_type)
        deletes = [tables.delete_request({"id": message["id"]}) for message in messages]
        tables.write_all(self._dynamodb.batch_write_item, TABLE_NAME, deletes)
        return len(deletes)

    def _messages(self, queue_type):
        return tables.rows(
            self._table.query,
            IndexName=INDEX_NAME,
            KeyConditionExpression="queue_type = :queue_type",
            ExpressionAttributeValues={":queue_type": queue_type},
            Limit=PAGE_LIMIT,
        )

    def _sent_until(self, queue_type, now):
        """The messages of a queue which have been sent by now, oldest first, page by page."""
        for page in tables.pages(
            self._table.query,
            IndexName=INDEX_NAME,
            KeyConditionExpression="(#0 = :0) AND (#1 <= :1)",
            ExpressionAttributeNames={"#0": "queue_type", "#1": "sent_at"},
            ExpressionAttributeValues={":0": queue_type, ":1": rfc3339_nano(now)},
            Limit=PAGE_LIMIT,
            ScanIndexForward=True,
        ):
            yield from page["Items"]

    def _move(self, message, queue_type):
        now = rfc3339_nano(self._clock())
        return self._update(
            message,
            "ADD #1 :1\nSET #2 = :2, #3 = :3, #4 = :4, #5 = :5, #6 = :6, #7 = :7\n",
            ("version", 1),
            ("queue_type", queue_type),
            ("receive_count", 0),
            ("updated_at", now),
            ("sent_at", now),
            ("received_at", ""),
            ("invisible_until_at", ""),
        )

    def _update(self, message, expression, *operands):
        """Updates a message if it still has the version which was read; operand n is #n and :n."""
        operands = [("version", message["version"]), *operands]
        response = self._table.update_item(
            Key={"id": message["id"]},
            ConditionExpression="#0 = :0",
            UpdateExpression=expression,
            ExpressionAttributeNames={
                f"#{number}": name for number, (name, _) in enumerate(operands)
            },
            ExpressionAttributeValues={
                f":{number}": value for number, (_, value) in enumerate(operands)
            },
            ReturnValues="ALL_NEW",
        )
        return response["Attributes"]

    def _invisible_until(self, now, seconds):
        return rfc3339_nano(now + datetime.timedelta(seconds=seconds))


def status(message, now):
    """READY, or PROCESSING while the message is invisible."""
    return PROCESSING if rfc3339_nano(now) <= message["invisible_until_at"] else READY


class Consumer:
    """Receives messages in several threads until the queue is empty or `shutdown` is called.

    `process(message)` raises to fail a message: it returns to the queue, and after maximum_receives
    moves to the dead-letter queue. A shutdown lets each thread finish the message it has.
    """

    def __init__(self, queue, process, worker_count, maximum_receives=0):
        self._queue = queue
        self._process = process
        self._maximum_receives = maximum_receives
        self._shutting_down = threading.Event()
        self._threads = [threading.Thread(target=self._consume) for _ in range(worker_count)]
        self.errors = []

    def start(self):
        for thread in self._threads:
            thread.start()

    def shutdown(self):
        """Asks the threads to take no further message."""
        self._shutting_down.set()

    def join(self):
        """Waits for the threads to end; raises what went wrong in them."""
        for thread in self._threads:
            thread.join()
        if self.errors:
            raise self.errors[0]

    def _consume(self):
        try:
            while not self._shutting_down.is_set():
                try:
                    message = self._queue.receive()
                except self._queue.stale:
                    continue
                self._handle(message)
        except EmptyQueue:
            pass
        except Exception as error:
            self.errors.append(error)

    def _handle(self, message):
        try:
            self._process(message)
        except ValueError:
            self._fail(message)
        else:
            self._queue.delete(message["id"])

    def _fail(self, message):
        if self._maximum_receives and message["receive_count"] >= self._maximum_receives:
            self._queue.move_to_dlq(message["id"])
        else:
            self._queue.change_visibility(message["id"], 0)
