"""Follows the stream of a table as applications of the Kinesis Client Library do.

Several workers share the shards of a stream. A lease for each shard says who reads it and how far:
its checkpoint is the SequenceNumber of the last record whose effects are stored. A shard is read
only when its parent has been read to the end, so all changes of an item come in the order in which
they were made. What the application writes for a record goes into one transaction with the
checkpoint, under the condition that the worker still holds the lease: each record takes effect
exactly once, whoever stops and whoever takes over.
"""
import datetime

import tables

TRIM_HORIZON = "TRIM_HORIZON"
SHARD_END = "SHARD_END"
FAILOVER_SECONDS = 10
SHARDS_PAGE_LIMIT = 3
RECORDS_PAGE_LIMIT = 20


class LeaseLost(Exception):
    """Another worker has taken the lease."""


def shards_of(streams, stream_arn):
    """All shards of a stream as it is now, following LastEvaluatedShardId to the end."""
    request = {"StreamArn": stream_arn, "Limit": SHARDS_PAGE_LIMIT}
    while True:
        description = streams.describe_stream(**request)["StreamDescription"]
        yield from description["Shards"]
        if "LastEvaluatedShardId" not in description:
            return
        request["ExclusiveStartShardId"] = description["LastEvaluatedShardId"]


class Leases:
    """The lease table of one application. Items are plain dicts of strings and integers."""

    def __init__(self, dynamodb, application):
        self._client = dynamodb.meta.client
        self._table = dynamodb.Table(application)
        self._stale = self._client.exceptions.ConditionalCheckFailedException
        self._conflict = self._client.exceptions.TransactionConflictException
        self._cancelled = self._client.exceptions.TransactionCanceledException

    def create(self):
        tables.create(
            self._client,
            TableName=self._table.name,
            AttributeDefinitions=[
                {"AttributeName": "streamArn", "AttributeType": "S"},
                {"AttributeName": "shardId", "AttributeType": "S"},
            ],
            KeySchema=[
                {"AttributeName": "streamArn", "KeyType": "HASH"},
                {"AttributeName": "shardId", "KeyType": "RANGE"},
            ],
            BillingMode="PAY_PER_REQUEST",
        )

    def add(self, stream_arn, shard):
        """A lease for a shard which has none."""
        lease = {
            "streamArn": stream_arn,
            "shardId": shard["ShardId"],
            "leaseCounter": 0,
            "checkpoint": TRIM_HORIZON,
        }
        if "ParentShardId" in shard:
            lease["parentShardId"] = shard["ParentShardId"]
        try:
            self._table.put_item(Item=lease, ConditionExpression="attribute_not_exists(shardId)")
        except self._stale:
            pass

    def of_stream(self, stream_arn):
        """The leases of a stream by shard."""
        leases = tables.rows(
            self._table.query,
            KeyConditionExpression="streamArn = :stream_arn",
            ExpressionAttributeValues={":stream_arn": stream_arn},
            ConsistentRead=True,
        )
        return {lease["shardId"]: lease for lease in leases}

    def take(self, lease, owner):
        """The lease in the hands of its owner; raises LeaseLost when another was faster."""
        try:
            response = self._table.update_item(
                Key=_key(lease),
                UpdateExpression="SET leaseOwner = :owner ADD leaseCounter :one",
                ConditionExpression="leaseCounter = :counter",
                ExpressionAttributeValues={
                    ":owner": owner,
                    ":counter": lease["leaseCounter"],
                    ":one": 1,
                },
                ReturnValues="ALL_NEW",
            )
        except (self._stale, self._conflict):
            raise LeaseLost(lease["shardId"]) from None
        return response["Attributes"]

    def commit(self, lease, checkpoint, writes):
        """Stores a checkpoint together with the writes of the application; raises LeaseLost."""
        advance = {
            "TableName": self._table.name,
            "Key": _key(lease),
            "UpdateExpression": "SET checkpoint = :checkpoint ADD leaseCounter :one",
            "ConditionExpression": "leaseOwner = :owner AND leaseCounter = :counter",
            "ExpressionAttributeValues": {
                ":checkpoint": checkpoint,
                ":one": 1,
                ":owner": lease["leaseOwner"],
                ":counter": lease["leaseCounter"],
            },
        }
        while not self._write([{"Update": advance}, *writes]):
            pass
        return {**lease, "checkpoint": checkpoint, "leaseCounter": lease["leaseCounter"] + 1}

    def _write(self, writes):
        """Whether it was made: a transaction which met another over an item is to be repeated."""
        try:
            self._client.transact_write_items(TransactItems=writes)
        except self._cancelled as error:
            codes = [reason["Code"] for reason in error.response["CancellationReasons"]]
            if codes[0] == "ConditionalCheckFailed":
                raise LeaseLost(writes[0]["Update"]["Key"]["shardId"]) from None
            if set(codes) != {"None", "TransactionConflict"}:
                raise
            return False
        return True


def _key(lease):
    return {"streamArn": lease["streamArn"], "shardId": lease["shardId"]}


class Worker:
    """One of the workers which share a stream; its name is its own. Used by one thread at a time.

    `process(record)` returns what to write for a record, as elements of TransactItems with native
    values. A worker which is not run for FAILOVER_SECONDS loses its shards to the others.
    """

    def __init__(self, name, streams, leases, stream_arn, process, clock, leases_max=None):
        self.name = name
        self._streams = streams
        self._leases = leases
        self._stream_arn = stream_arn
        self._process = process
        self._clock = clock
        self._leases_max = leases_max
        self._held = {}
        self._iterators = {}
        self._seen = {}

    def run_once(self):
        """Reads a page of each shard it holds or can take; returns how many records, and how many
        shards came to their end.
        """
        for shard in shards_of(self._streams, self._stream_arn):
            if shard["ShardId"] not in self._seen:
                self._leases.add(self._stream_arn, shard)
        self._take_free_leases()
        record_count, end_count = 0, 0
        for shard_id in list(self._held):
            try:
                record_count += self._read_page(shard_id)
            except LeaseLost:
                del self._held[shard_id]
            else:
                end_count += self._forget_ended(shard_id)
        return record_count, end_count

    def _take_free_leases(self):
        leases = self._leases.of_stream(self._stream_arn)
        now = self._clock()
        for shard_id, lease in leases.items():
            counter, _ = self._seen.get(shard_id, (None, None))
            if counter != lease["leaseCounter"]:
                self._seen[shard_id] = (lease["leaseCounter"], now)
            if len(self._held) == self._leases_max:
                continue
            if shard_id not in self._held and self._is_free(lease, leases, now):
                self._start(lease)

    def _is_free(self, lease, leases, now):
        parent = leases.get(lease.get("parentShardId"))
        if lease["checkpoint"] == SHARD_END or (parent and parent["checkpoint"] != SHARD_END):
            return False
        _, seen_at = self._seen[lease["shardId"]]
        is_abandoned = now - seen_at > datetime.timedelta(seconds=FAILOVER_SECONDS)
        return is_abandoned or lease.get("leaseOwner") in (None, self.name)

    def _start(self, lease):
        try:
            self._held[lease["shardId"]] = self._leases.take(lease, self.name)
        except LeaseLost:
            return
        self._iterators[lease["shardId"]] = self._iterator_after(lease)

    def _iterator_after(self, lease):
        request = {"StreamArn": self._stream_arn, "ShardId": lease["shardId"]}
        if lease["checkpoint"] == TRIM_HORIZON:
            request["ShardIteratorType"] = TRIM_HORIZON
        else:
            request["ShardIteratorType"] = "AFTER_SEQUENCE_NUMBER"
            request["SequenceNumber"] = lease["checkpoint"]
        return self._streams.get_shard_iterator(**request)["ShardIterator"]

    def _read_page(self, shard_id):
        iterator = self._iterators[shard_id]
        page = self._streams.get_records(ShardIterator=iterator, Limit=RECORDS_PAGE_LIMIT)
        for record in page["Records"]:
            sequence_number = record["dynamodb"]["SequenceNumber"]
            self._commit(shard_id, sequence_number, self._process(record))
        if "NextShardIterator" not in page:
            self._commit(shard_id, SHARD_END, [])
        elif not page["Records"]:
            self._held[shard_id] = self._leases.take(self._held[shard_id], self.name)
        self._iterators[shard_id] = page.get("NextShardIterator")
        return len(page["Records"])

    def _commit(self, shard_id, checkpoint, writes):
        self._held[shard_id] = self._leases.commit(self._held[shard_id], checkpoint, writes)

    def _forget_ended(self, shard_id):
        if self._held[shard_id]["checkpoint"] != SHARD_END:
            return False
        del self._held[shard_id]
        return True


def drain(*workers):
    """Runs workers in turn until none of them has anything to do; returns the number of records."""
    total = 0
    while True:
        progress = [worker.run_once() for worker in workers]
        total += sum(record_count for record_count, _ in progress)
        if not any(map(any, progress)):
            return total
