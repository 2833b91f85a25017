"""What the tests with streams share: readers of a stream, alone or racing with writers."""
import threading

import tables
from harness import ScenarioTest
from stream_consumer import Leases, Worker, drain, shards_of


class StreamTest(ScenarioTest):
    """A test whose application reads the stream of a table.

    Subclasses name the application, create the tables before they call `follow`, and turn records
    into writes.
    """

    APPLICATION = None

    def setUp(self):
        self.stream_arn = None
        super().setUp()
        self.leases.create()

    def connect(self):
        self.dynamodb = self.deployment.resource()
        self.streams = self.deployment.streams_client()
        self.leases = Leases(self.dynamodb, self.APPLICATION)

    def writes_for(self, record):
        """What the application writes for a record."""
        raise NotImplementedError

    def follow(self, table_name):
        """From now on readers are made for the newest stream of this table."""
        self.stream_arn = self.dynamodb.Table(table_name).latest_stream_arn

    def switch_stream(self, table_name, **specification):
        """Enables or disables the stream of a table and waits until that is done."""
        client = self.dynamodb.meta.client
        client.update_table(TableName=table_name, StreamSpecification=specification)
        client.get_waiter("table_exists").wait(TableName=table_name, WaiterConfig=tables.POLLING)

    def reader(self, name="reader", **options):
        """A reader on the connections of now. One of the same name goes on where that one was."""
        process = self.writes_for
        return Worker(
            name, self.streams, self.leases, self.stream_arn, process, self.clock, **options
        )

    def readers(self, count):
        """Readers which share the shards evenly, with room for those of one that stops."""
        leases_max = -(-len(self.shards()) // max(1, count - 1))
        return [self.reader(f"reader-{number}", leases_max=leases_max) for number in range(count)]

    def shards(self):
        return list(shards_of(self.streams, self.stream_arn))

    def read_while(self, readers, work):
        """Does the work while each reader runs in a thread of its own, until all has been read."""
        done = threading.Event()

        def read(reader):
            is_last = False
            while drain(reader) or not is_last:
                is_last = done.is_set()

        def work_or_read(number):
            if number < len(readers):
                return read(readers[number])
            try:
                return work()
            finally:
                done.set()

        return self.race(work_or_read, len(readers) + 1)[-1]
