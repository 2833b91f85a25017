"""Items: written, read, queried and searched, one by one, in batches, transactions and statements."""

from feature import THINGS, Feature, expect, fill, key_of, simple_table, thing, things_table, wait_active, drop_table
from wire import binary

EVERY_TYPE = {
    "text": {"S": "ä" * 40}, "number": {"N": "-123456789.000000000123"}, "bytes": binary(bytes(range(60))),
    "yes": {"BOOL": True}, "nothing": {"NULL": True}, "list": {"L": [{"N": "1"}, {"M": {"deep": {"L": []}}}]},
    "map": {"M": {"a": {"S": "b"}, "c": {"M": {"d": {"NULL": True}}}}}, "texts": {"SS": ["a", "b"]},
    "numbers": {"NS": ["1", "2.5"]}, "binaries": {"BS": [binary(b"x")["B"], binary(b"yz")["B"]]},
}
DIMENSIONS = 16
SONGS = 400


class Items(Feature):
    """Items of every type: put, updated, read, refused by a condition, deleted."""

    def work(self, client, cycle):
        for number in range(30):
            key = key_of("items", number)
            client.call("PutItem", {"TableName": THINGS, "Item": {**thing("items", number, cycle), **EVERY_TYPE}})
            client.call("UpdateItem", {
                "TableName": THINGS, "Key": key, "ReturnValues": "ALL_NEW",
                "UpdateExpression": "SET #n = #n + :one, #l = list_append(#l, :more) REMOVE nothing ADD texts :set",
                "ExpressionAttributeNames": {"#n": "number", "#l": "list"},
                "ExpressionAttributeValues": {":one": {"N": "1"}, ":more": {"L": [{"S": "c"}]}, ":set": {"SS": ["z"]}}})
            client.refused(["ConditionalCheckFailedException"], "PutItem", {
                "TableName": THINGS, "Item": key, "ConditionExpression": "attribute_not_exists(pk)",
                "ReturnValuesOnConditionCheckFailure": "ALL_OLD"})
            read = {"TableName": THINGS, "Key": key, "ConsistentRead": number % 2 == 0}
            answer = client.call("GetItem", read)
            if read["ConsistentRead"]:
                expect(answer["Item"]["numbers"], EVERY_TYPE["numbers"], "the item that was put")
        for number in range(30):
            client.call("DeleteItem", {"TableName": THINGS, "Key": key_of("items", number), "ReturnValues": "ALL_OLD"})


class Batches(Feature):
    """BatchWriteItem and BatchGetItem, with large items too."""

    def work(self, client, cycle):
        items = [thing("batches", number, cycle) for number in range(50)]
        items[0]["text"] = {"S": "x" * 300_000}
        fill(client, THINGS, items)
        keys = [key_of("batches", number) for number in range(50)]
        read = {"RequestItems": {THINGS: {"Keys": keys, "ConsistentRead": True}}}
        found = client.call("BatchGetItem", read)["Responses"][THINGS]
        expect(len(found), len(keys), "items that a batch reads")
        for begin in range(0, len(keys), 25):
            deletes = [{"DeleteRequest": {"Key": key}} for key in keys[begin:begin + 25]]
            client.call("BatchWriteItem", {"RequestItems": {THINGS: deletes}})


class Transactions(Feature):
    """Transactions with tokens, that succeed, are repeated, or are cancelled."""

    def work(self, client, cycle):
        for number in range(10):
            items = [thing("transactions", number * 10 + part, cycle) for part in range(10)]
            writes = {"TransactItems": [{"Put": {"TableName": THINGS, "Item": item}} for item in items],
                      "ClientRequestToken": f"token-{cycle}-{number}"}
            client.call("TransactWriteItems", writes)
            client.call("TransactWriteItems", writes)
            keys = [key_of("transactions", number * 10 + part) for part in range(10)]
            gets = [{"Get": {"TableName": THINGS, "Key": key}} for key in keys]
            found = client.call("TransactGetItems", {"TransactItems": gets})["Responses"]
            expect([each["Item"] for each in found], items, "what a transaction reads")
            condition = {"TableName": THINGS, "Key": keys[0], "ConditionExpression": "attribute_not_exists(pk)"}
            deletes = [{"Delete": {"TableName": THINGS, "Key": key}} for key in keys[1:]]
            cancelled = {"TransactItems": [*deletes, {"ConditionCheck": condition}]}
            client.refused(["TransactionCanceledException"], "TransactWriteItems", cancelled)
            deletes.append({"Delete": {"TableName": THINGS, "Key": keys[0]}})
            client.call("TransactWriteItems", {"TransactItems": deletes})


class Statements(Feature):
    """PartiQL, alone, in batches and in transactions."""

    def work(self, client, cycle):
        text = {"S": f"{cycle % 1000:03}"}
        for number in range(10):
            key = [{"S": "pk-statements"}, {"N": str(number)}]
            insert = f"INSERT INTO \"{THINGS}\" VALUE {{'pk': ?, 'sk': ?, 'text': ?}}"
            client.call("ExecuteStatement", {"Statement": insert, "Parameters": [*key, text]})
            at = f'"{THINGS}" WHERE pk = ? AND sk = ?'
            update = f'UPDATE "{THINGS}" SET text = ? WHERE pk = ? AND sk = ? RETURNING ALL NEW *'
            client.call("ExecuteStatement", {"Statement": update, "Parameters": [{"S": "new"}, *key]})
            client.call("BatchExecuteStatement", {"Statements": [
                {"Statement": f"SELECT * FROM {at}", "Parameters": [key[0], {"N": str(sort)}], "ConsistentRead": True}
                for sort in (number, number + 100)]})
            client.call("ExecuteTransaction", {
                "TransactStatements": [{"Statement": f"DELETE FROM {at}", "Parameters": key}]})
        page = {"Statement": f'SELECT pk, sk FROM "{THINGS}" WHERE contains("text", \'0\')', "Limit": 400}
        while "NextToken" in (answer := client.call("ExecuteStatement", page)):
            page["NextToken"] = answer["NextToken"]


class Queries(Feature):
    """Queries of the table and both kinds of indexes, and scans, in pages and in segments."""

    def work(self, client, cycle):
        for number in range(8):
            self._pages(client, "Query", {
                "KeyConditionExpression": "pk = :p", "ExpressionAttributeValues": {":p": {"S": f"pk-lasting-{number}"}},
                "Limit": 40, "ScanIndexForward": number % 2 == 0})
            self._pages(client, "Query", {
                "IndexName": "by-kind", "KeyConditionExpression": "kind = :k AND seen > :s",
                "FilterExpression": "contains(#t, :z)", "ExpressionAttributeNames": {"#t": "text"},
                "ExpressionAttributeValues": {":k": {"S": f"kind-{number}"}, ":s": {"S": "0"}, ":z": {"S": "000"}}})
            self._pages(client, "Query", {
                "IndexName": "by-seen", "KeyConditionExpression": "pk = :p", "Select": "ALL_ATTRIBUTES",
                "ExpressionAttributeValues": {":p": {"S": f"pk-lasting-{number}"}}})
        for segment in range(4):
            self._pages(client, "Scan", {"TotalSegments": 4, "Segment": segment, "ConsistentRead": True})
        self._pages(client, "Scan", {"IndexName": "by-kind", "Select": "COUNT", "ReturnConsumedCapacity": "INDEXES"})

    def _pages(self, client, operation, body):
        body["TableName"] = THINGS
        while "LastEvaluatedKey" in (answer := client.call(operation, body)):
            body["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


class Vectors(Feature):
    """A table with a vector index: items come, change and go, and are searched."""

    def begin(self, client):
        client.call("CreateTable", simple_table("Songs", VectorIndexes=[{
            "IndexName": "by-mood", "VectorAttribute": {"AttributeName": "mood"}, "Dimensions": DIMENSIONS,
            "DistanceFunction": "COSINE", "Projection": {"ProjectionType": "ALL"}}]))
        wait_active(client, "Songs")
        fill(client, "Songs", [self._song(number, 0) for number in range(SONGS)])

    def work(self, client, cycle):
        fill(client, "Songs", [self._song(number, cycle) for number in range(100)])
        fill(client, "Songs", [self._song(SONGS + number, cycle) for number in range(50)])
        for number in range(20):
            search = {"TableName": "Songs", "IndexName": "by-mood", "TopK": 10,
                      "SearchVector": self._song(number * 7, cycle)["mood"]["L"]}
            client.call("SearchVectors", search)
        for number in range(50):
            client.call("DeleteItem", {"TableName": "Songs", "Key": {"pk": self._song(SONGS + number, 0)["pk"]}})

    def end(self, client):
        drop_table(client, "Songs")

    def _song(self, number, cycle):
        mood = [{"N": f"{(number * 31 + cycle * 17 + place * place) % 97 - 48.5:.2f}"} for place in range(DIMENSIONS)]
        return {"pk": {"S": f"song-{number:04}"}, "mood": {"L": mood}}


class Tables(Feature):
    """A table that is made, changed in every way, and deleted."""

    name = "Passing"

    def work(self, client, cycle):
        made = client.call("CreateTable", {**things_table(), "TableName": self.name})["TableDescription"]
        wait_active(client, self.name)
        fill(client, self.name, [thing("passing", number, cycle) for number in range(100)])
        index = {"IndexName": "late", "KeySchema": [{"AttributeName": "seen", "KeyType": "HASH"}],
                 "Projection": {"ProjectionType": "ALL"}}
        self._update(client, GlobalSecondaryIndexUpdates=[{"Create": index}],
                     AttributeDefinitions=things_table()["AttributeDefinitions"])
        self._update(client, GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "late"}}])
        self._update(client, StreamSpecification={"StreamEnabled": False})
        tags = [{"Key": f"tag-{number}", "Value": "x" * 100} for number in range(10)]
        client.call("TagResource", {"ResourceArn": made["TableArn"], "Tags": tags})
        client.call("UntagResource", {"ResourceArn": made["TableArn"], "TagKeys": ["tag-1"]})
        client.call("UpdateContributorInsights",
                    {"TableName": self.name, "ContributorInsightsAction": "ENABLE"})
        client.admin("POST", "partitions/split", {"table": self.name, "partitions": 8})
        drop_table(client, self.name)

    def _update(self, client, **change):
        client.call("UpdateTable", {"TableName": self.name, **change})
        wait_active(client, self.name)
