"""What follows a change of an item: streams, functions, Kinesis, other regions, and the end of its time."""

from feature import THINGS, Feature, drop_table, expect, fill, key_of, simple_table, thing, wait_active, wait_until
from receiver import FUNCTION_THREADS

FAR = "eu-west-1"


class Streams(Feature):
    """Every shard of the stream is read from its beginning."""

    def work(self, client, cycle):
        for number in range(20):
            item = thing("streams", number, cycle)
            client.call("PutItem", {"TableName": THINGS, "Item": item})
            client.call("DeleteItem", {"TableName": THINGS, "Key": key_of("streams", number)})
        arn = client.call("DescribeTable", {"TableName": THINGS})["Table"]["LatestStreamArn"]
        client.call("ListStreams", {"TableName": THINGS})
        found = 0
        for shard in client.call("DescribeStream", {"StreamArn": arn})["StreamDescription"]["Shards"]:
            found += self._read(client, {"StreamArn": arn, "ShardId": shard["ShardId"],
                                         "ShardIteratorType": "TRIM_HORIZON"})
        if found < 40:
            raise AssertionError(f"the stream has {found} records, of 40 that were just made")

    def _read(self, client, start):
        """How many records a shard has."""
        iterator = client.call("GetShardIterator", start)["ShardIterator"]
        found = 0
        while iterator:
            page = client.call("GetRecords", {"ShardIterator": iterator})
            found += len(page["Records"])
            iterator = page.get("NextShardIterator") if page["Records"] else None
        return found


class Triggers(Feature):
    """Functions by URL and by command that stay, and one that always fails, which comes and goes."""

    def begin(self, client):
        self._begin_all_threads(client)
        self._set(client, [])

    def _begin_all_threads(self, client):
        """The server begins threads as calls meet, and keeps them: how many there are would be a matter of luck, and so
        would the memory be that they take."""
        before = self.world.receiver.calls
        client.admin("PUT", "triggers", {"mappings": [
            {"Table": THINGS, "Name": f"together-{number}", "Url": f"{self.world.receiver.url}/together",
             "StartingPosition": "LATEST"} for number in range(FUNCTION_THREADS)]})
        client.call("PutItem", {"TableName": THINGS, "Item": thing("trigger", 0, 0)})
        wait_until(lambda: self.world.receiver.calls == before + FUNCTION_THREADS, "calls of all functions at once")
        wait_idle(client)
        # Without this, functions would wait for each other again when the item is deleted.
        client.admin("PUT", "triggers", {"mappings": []})
        client.call("DeleteItem", {"TableName": THINGS, "Key": key_of("trigger", 0)})

    def work(self, client, cycle):
        failing = {"Table": THINGS, "Name": "failing", "Url": f"{self.world.receiver.url}/failing",
                   "MaximumRetryAttempts": 1, "DestinationConfig": {"OnFailure": {"Destination": "file:given-up"}},
                   "FilterCriteria": {"Filters": [{"Pattern": {"dynamodb": {"Keys": {"pk": {"S": ["pk-trigger"]}}}}}]}}
        self._set(client, [failing])
        for number in range(10):
            client.call("PutItem", {"TableName": THINGS, "Item": thing("trigger", number, cycle)})
            client.call("DeleteItem", {"TableName": THINGS, "Key": key_of("trigger", number)})
        for name in ("url", "command", "failing"):
            client.admin("GET", f"triggers/{name}/deliveries")

    def settle(self, client, cycle):
        self._set(client, [])
        for path in self.world.server.given_up.glob("**/given-up*"):
            path.unlink()

    def end(self, client):
        client.admin("PUT", "triggers", {"mappings": []})

    def _set(self, client, more):
        client.admin("PUT", "triggers", {"mappings": [
            {"Table": THINGS, "Name": "url", "Url": f"{self.world.receiver.url}/function", "BatchSize": 50,
             "ParallelizationFactor": 2, "FunctionResponseTypes": ["ReportBatchItemFailures"]},
            {"Table": THINGS, "Name": "command", "Command": ["/bin/sh", "-c", "cat >/dev/null"], "BatchSize": 500,
             "FilterCriteria": {"Filters": [{"Pattern": {"eventName": ["REMOVE"]}}]}},
            *more]})


class Kinesis(Feature):
    """A destination that is switched off and on again in each cycle."""

    arn = "arn:aws:kinesis:us-east-1:123456789012:stream/soak"

    def begin(self, client):
        client.call("EnableKinesisStreamingDestination", {"TableName": THINGS, "StreamArn": self.arn})
        self._wait(client, "ACTIVE")

    def work(self, client, cycle):
        for number in range(20):
            client.call("PutItem", {"TableName": THINGS, "Item": thing("kinesis", number, cycle)})
            client.call("DeleteItem", {"TableName": THINGS, "Key": key_of("kinesis", number)})

    def settle(self, client, cycle):
        self.end(client)
        self.begin(client)

    def end(self, client):
        client.call("DisableKinesisStreamingDestination", {"TableName": THINGS, "StreamArn": self.arn})
        self._wait(client, "DISABLED")

    def _wait(self, client, status):
        def has_status():
            shown = client.call("DescribeKinesisStreamingDestination", {"TableName": THINGS})
            return shown["KinesisDataStreamDestinations"][-1]["DestinationStatus"] == status

        wait_until(has_status, f"a Kinesis destination being {status}")


class Expiry(Feature):
    """Items whose time is over once the clock has moved."""

    def begin(self, client):
        client.call("UpdateTimeToLive", {
            "TableName": THINGS, "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "expires"}})

    def work(self, client, cycle):
        hour = int(self.world.server.clock.now().timestamp()) + 3600
        items = [{**thing("expiry", number, cycle), "expires": {"N": str(hour)}} for number in range(50)]
        fill(client, THINGS, items)

    def settle(self, client, cycle):
        body = {"TableName": THINGS, "KeyConditionExpression": "pk = :p", "ConsistentRead": True, "Select": "COUNT",
                "ExpressionAttributeValues": {":p": {"S": "pk-expiry"}}}
        wait_until(lambda: client.call("Query", body)["Count"] == 0, "the end of items whose time is over")


class Replicas(Feature):
    """A table that gets a replica, is written to in both regions, and loses it again; and one whose writes conflict."""

    def begin(self, client):
        self._create(client, "Carts", 200)

    def work(self, client, cycle):
        self._replicate(client, "Carts")
        for number in range(20):
            region = FAR if number % 2 else "us-east-1"
            client.call("PutItem", {"TableName": "Carts", "Item": self._cart(number, cycle)}, region=region)
        # A table stores its latest thousand conflicts, so this one ends with the cycle.
        self._create(client, "Contested", 10)
        self._replicate(client, "Contested")
        for number in range(10):
            for region in ("us-east-1", FAR):
                client.call("PutItem", {"TableName": "Contested", "Item": self._cart(number, cycle)}, region=region)

    def settle(self, client, cycle):
        for number in range(2):
            read = {"TableName": "Carts", "Key": {"pk": {"S": f"cart-{number}"}}, "ConsistentRead": True}
            seen = [client.call("GetItem", read, region=region)["Item"] for region in ("us-east-1", FAR)]
            expect(seen, [self._cart(number, cycle)] * 2, "a cart in both regions")
        for table in ("Carts", "Contested"):
            client.call("UpdateTable", {"TableName": table, "ReplicaUpdates": [{"Delete": {"RegionName": FAR}}]})
            wait_active(client, table)
        wait_until(lambda: not client.call("ListTables", {}, region=FAR)["TableNames"], "the replicas being gone")
        drop_table(client, "Contested")

    def end(self, client):
        drop_table(client, "Carts")

    def _create(self, client, table, items):
        client.call("CreateTable", simple_table(table))
        wait_active(client, table)
        fill(client, table, [self._cart(number, 0) for number in range(items)])

    def _replicate(self, client, table):
        client.call("UpdateTable", {"TableName": table, "ReplicaUpdates": [{"Create": {"RegionName": FAR}}]})
        wait_active(client, table)
        wait_active(client, table, region=FAR)

    def _cart(self, number, cycle):
        return {"pk": {"S": f"cart-{number}"}, "text": {"S": f"{cycle % 1000:03}" * 60}}


def wait_idle(client):
    """Waits until functions, Kinesis and the other regions have got everything."""

    def is_idle():
        functions = client.admin("GET", "triggers")
        return ((functions["Idle"] or not functions["mappings"])
                and all(each["waiting"] == 0 for each in client.admin("GET", "kinesis")["streams"]))

    wait_until(is_idle, "the end of what functions and Kinesis are sent")
