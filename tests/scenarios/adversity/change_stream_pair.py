"""A view of orders, kept up to date from the stream of their table: once right, and once with each
mistake that a stream lets pass for years.

The projector lists the shards, reads each from where it stopped, and counts every change of an
order and keeps its last state. From time to time it rests for most of an iterator's 15 minutes. Its
view and its checkpoints survive it; its iterators do not survive 15 minutes. It may therefore read
records again, and tells them by their sequence numbers. In the end the stream is switched off, so
that every shard ends, and the view must show each change exactly once.
"""
from botocore.exceptions import ClientError

from world import Broken, encode, require_equal

MISTAKES = (
    "no_new_shards",
    "first_listing",
    "children_first",
    "empty_is_end",
    "counts_again",
    "late_is_old",
    "iterator_for_good",
)

TABLE_NAME = "orders"
ORDERS = ("order-1", "order-2", "order-3")
WRITE_COUNT = 24
# Pages before each checkpoint, as of a consumer that may not write too often.
PAGES_PER_CHECKPOINT = 3
# The longest pause of a consumer: an iterator is valid for 15 minutes.
REST_SECONDS = 14 * 60 + 30
LAST_ROUNDS_MAX = 60


class View:
    """What is known of each order; outlives the projector, as its checkpoints do."""

    def __init__(self):
        self.orders = {}
        # The last record that was read of each shard, and the shards that were read to their end.
        self.checkpoints = {}
        self.finished = set()

    def apply(self, record):
        change = record["dynamodb"]
        order = self.orders.setdefault(change["Keys"]["id"]["S"], Order())
        if self.is_known(order, int(change["SequenceNumber"])):
            return
        order.last = int(change["SequenceNumber"])
        order.changes += 1
        order.state = int(change["NewImage"]["state"]["N"])

    def is_known(self, order, number):
        """Whether that record was read before; sequence numbers of an item only grow."""
        return number <= order.last


class Order:
    def __init__(self):
        self.changes = 0
        self.state = 0
        self.last = 0


class Projector:
    """Reads the stream in rounds. Each method is where one mistake can be made."""

    def __init__(self, world, stream_arn, view):
        self._world = world
        self._client = world.new_client(service="dynamodbstreams", max_attempts=10)
        self._arn = stream_arn
        self._view = view
        self._iterators = {}
        self._unsaved = {}
        # True after the stream has ended, when only its remaining records must be read.
        self.is_closing = False

    def round(self, pages_max):
        """Reads up to so many pages of each shard whose turn it is; returns whether any shard of the
        stream is not finished.
        """
        shards = self.shards()
        parents = {shard["ShardId"]: shard.get("ParentShardId") for shard in shards}
        for shard_id in self.in_order(shards):
            if shard_id in self._view.finished or not self.is_ready(shard_id, parents):
                continue
            self.read(shard_id, pages_max)
        return any(shard_id not in self._view.finished for shard_id in parents)

    def shards(self):
        """The stream's shards, as they are now."""
        return list(self.listing())

    def listing(self):
        """All pages of the list of shards."""
        request = {"StreamArn": self._arn}
        while True:
            page = self._patiently(self._client.describe_stream, **request)["StreamDescription"]
            yield from page["Shards"]
            if not self.has_more(page):
                return
            request["ExclusiveStartShardId"] = page["LastEvaluatedShardId"]

    def has_more(self, page):
        return "LastEvaluatedShardId" in page

    def in_order(self, shards):
        return [shard["ShardId"] for shard in shards]

    def is_ready(self, shard_id, parents):
        """Whether a shard's parent, if it is still there, was read to its end."""
        parent = parents[shard_id]
        return parent not in parents or parent in self._view.finished

    def read(self, shard_id, pages_max):
        for _ in range(pages_max):
            iterator = self._iterators.get(shard_id) or self.new_iterator(shard_id)
            try:
                page = self._patiently(self._client.get_records, ShardIterator=iterator)
            except self._client.exceptions.ExpiredIteratorException:
                self._iterators.pop(shard_id, None)
                self.expired(shard_id)
                return
            for record in page["Records"]:
                if self.is_new(record):
                    self._view.apply(record)
            self._iterators[shard_id] = page.get("NextShardIterator")
            self.save(shard_id, page["Records"])
            if self.is_end(page):
                self._view.finished.add(shard_id)
                return

    def new_iterator(self, shard_id):
        """From behind the last checkpoint, or from the beginning."""
        last = self._view.checkpoints.get(shard_id)
        place = {"ShardIteratorType": "TRIM_HORIZON"}
        if last is not None:
            place = {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": last}
        return self._iterator(shard_id, place)

    def save(self, shard_id, records):
        """Writes a checkpoint every few pages."""
        if not records:
            return
        pages = self._unsaved.get(shard_id, 0) + 1
        if pages == PAGES_PER_CHECKPOINT:
            self._view.checkpoints[shard_id] = records[-1]["dynamodb"]["SequenceNumber"]
        self._unsaved[shard_id] = pages % PAGES_PER_CHECKPOINT

    def expired(self, shard_id):
        """The next round takes a new iterator."""

    def is_new(self, record):
        return True

    def is_end(self, page):
        return "NextShardIterator" not in page

    def _iterator(self, shard_id, place):
        return self._patiently(
            self._client.get_shard_iterator, StreamArn=self._arn, ShardId=shard_id, **place
        )["ShardIterator"]

    def _patiently(self, operation, **request):
        return self._world.patiently(operation, **request)


class NoNewShards(Projector):
    """The mistake: lists the shards once, as if they were there for good."""

    _known = None

    def shards(self):
        self._known = self._known or super().shards()
        return self._known


class FirstListing(Projector):
    """The mistake: takes the first page of DescribeStream for the list."""

    def has_more(self, page):
        return False


class ChildrenFirst(Projector):
    """The mistake: reads shards in any order; what is new first."""

    def in_order(self, shards):
        return super().in_order(shards)[::-1]

    def is_ready(self, shard_id, parents):
        return True


class EmptyIsEnd(Projector):
    """The mistake: takes a page without records for the end of a shard that is closed."""

    def is_end(self, page):
        return super().is_end(page) or (self.is_closing and not page["Records"])


class LateIsOld(Projector):
    """The mistake: what was made before the last round began was read in it."""

    _last_round = _this_round = None

    def round(self, pages_max):
        self._last_round, self._this_round = self._this_round, self._world.now()
        return super().round(pages_max)

    def is_new(self, record):
        made = record["dynamodb"]["ApproximateCreationDateTime"]
        return self._last_round is None or made >= self._last_round.replace(microsecond=0)


class IteratorForGood(Projector):
    """The mistake: nobody rests for 15 minutes, so an iterator that expired must be of an old shard."""

    def expired(self, shard_id):
        self._view.finished.add(shard_id)


class ForgetfulView(View):
    """The mistake: counts on reading each record once."""

    def is_known(self, order, number):
        return False


PROJECTORS = {
    "no_new_shards": NoNewShards,
    "first_listing": FirstListing,
    "children_first": ChildrenFirst,
    "empty_is_end": EmptyIsEnd,
    "late_is_old": LateIsOld,
    "iterator_for_good": IteratorForGood,
}


def take_orders(world, states):
    """Changes orders one after the other; `states` follows what each has been through."""
    for _ in range(WRITE_COUNT):
        order = world.random.choice(ORDERS)
        states[order] += 1
        item = encode({"id": order, "state": states[order]})
        world.patiently(world.client.put_item, TableName=TABLE_NAME, Item=item)
        yield world.random.uniform(0.01, 0.8) if world.random.random() < 0.9 else 600


def project(world, projector):
    """Reads the stream for as long as orders are likely to come."""
    for _ in range(6):
        projector.round(2)
        yield world.random.uniform(0.2, 4)
        projector.round(2)
        yield REST_SECONDS


def play(world, mistake):
    """Takes orders and projects them; raises Broken unless the view shows each change once, and the
    last state of each order.
    """
    arn = world.create_table(TABLE_NAME, ("id",), {"id": "S"}, stream="NEW_IMAGE")
    view = ForgetfulView() if mistake == "counts_again" else View()
    projector = PROJECTORS.get(mistake, Projector)(world, arn, view)
    states = dict.fromkeys(ORDERS, 0)
    world.run_together(take_orders(world, states), project(world, projector))
    end_stream(world)
    world.settle()
    projector.is_closing = True
    for _ in range(LAST_ROUNDS_MAX):
        if not projector.round(LAST_ROUNDS_MAX):
            break
        world.wait(1)
    for order, state in states.items():
        known = view.orders.get(order, Order())
        require_equal(f"the changes of {order}", [state], [known.changes])
        require_equal(f"the state of {order}", [state], [known.state])


def end_stream(world):
    """Switches the table's stream off, which closes its shards."""
    try:
        world.patiently(
            world.client.update_table,
            TableName=TABLE_NAME,
            StreamSpecification={"StreamEnabled": False},
        )
    except ClientError as error:
        raise Broken(f"the stream could not be switched off: {error}") from error
