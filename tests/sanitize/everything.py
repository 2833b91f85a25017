"""What the mixed load meets besides items: transactions and statements, splits, changes of indexes,
backups and restores, a replica in another region, triggers, snapshots, exports.

Each worker repeats one of them while the clients go on. Whether a table is busy with what another
worker has begun is a race that DynamoDB answers with an error of the client's, which is fine; anything
from 500 on is not.
"""
import http.server
import json
import random
import threading
import time
from collections import Counter

BUSY = 400
# Each must have succeeded at least once; otherwise this would only test rejections.
MUST_SUCCEED = {
    "TransactWriteItems", "TransactGetItems", "ExecuteStatement", "ExecuteTransaction", "CreateBackup",
    "RestoreTableFromBackup", "RestoreTableToPointInTime", "DeleteBackup", "UpdateTable", "PutItem",
    "ExportTableToPointInTime", "POST partitions/split", "POST snapshots", "PUT triggers",
}
succeeded = Counter()
REPLICA = "eu-west-1"


class Function(http.server.BaseHTTPRequestHandler):
    """The function of a trigger: it takes every event, and fails now and then."""

    events = 0

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        Function.events += 1
        status = 500 if Function.events % 17 == 0 else 200
        try:
            self.send_response(status)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")
        except ConnectionError:
            pass  # the server has stopped, or its mapping was changed

    def log_message(self, *_):
        pass


class FunctionServer:
    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Function)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}/2015-03-31/functions/f/invocations"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Worker:
    """Sends what may meet a busy table, and what must be answered."""

    def __init__(self, client):
        self.client = client

    def ask(self, operation, request, region="us-east-1"):
        """The reply, or None when the table is busy."""
        status, text = self.client.call(operation, request, region)
        if status not in (200, BUSY):
            raise SystemExit(f"{operation} answered {status}: {text[:300]!r}")
        succeeded[operation] += status == 200
        return json.loads(text) if status == 200 else None

    def admin(self, method, path, body=None, accepted=(200,)):
        status, text = self.client.exchange(method, "/_stator/v1/" + path, body)
        if status not in accepted:
            raise SystemExit(f"{method} {path} answered {status}: {text[:300]!r}")
        succeeded[f"{method} {path}"] += status == 200
        return status == 200


def write_in_transactions(worker, round_number):
    draw = random.Random(round_number)

    def key():
        return {"pk": {"S": f"shared-{draw.randrange(20)}"}, "sk": {"N": str(draw.randrange(10))}}

    keys = {json.dumps(each): each for each in (key() for _ in range(4))}
    writes = [{"Update": {
        "TableName": "Load", "Key": each, "UpdateExpression": "ADD n :one SET l = :l",
        "ExpressionAttributeValues": {":one": {"N": "1"}, ":l": {"S": f"l{draw.randrange(5)}"}},
    }} for each in keys.values()]
    worker.ask("TransactWriteItems", {"TransactItems": writes, "ClientRequestToken": f"t{round_number % 50}"})
    worker.ask("TransactGetItems", {"TransactItems": [
        {"Get": {"TableName": "Load", "Key": each}} for each in keys.values()]})
    pk = f"shared-{draw.randrange(20)}"
    worker.ask("ExecuteStatement", {"Statement": f"SELECT pk, n FROM Load WHERE pk = '{pk}'"})
    worker.ask("ExecuteTransaction", {"TransactStatements": [
        {"Statement": f"UPDATE Load SET n = n + 1 WHERE pk = '{pk}' AND sk = {each}"} for each in range(2)]})


def split(worker, round_number):
    if round_number < 6:
        worker.admin("POST", "partitions/split", {"table": "Load", "partitions": 2 << round_number}, (200, 400, 409))
    worker.admin("GET", "partitions?table=Load")
    worker.admin("GET", "heat")
    time.sleep(0.05)


def back_up(worker, round_number):
    # Another restore of that name may still be running, or its table may exist.
    made = worker.ask("CreateBackup", {"TableName": "Load", "BackupName": f"b{round_number}"})
    worker.ask("UpdateContinuousBackups", {
        "TableName": "Load", "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True}})
    if made:
        arn = made["BackupDetails"]["BackupArn"]
        worker.ask("RestoreTableFromBackup", {"TargetTableName": "Restored", "BackupArn": arn})
        worker.ask("Scan", {"TableName": "Restored"})
        worker.ask("DeleteTable", {"TableName": "Restored"})
        worker.ask("DeleteBackup", {"BackupArn": arn})
    worker.ask("RestoreTableToPointInTime", {
        "SourceTableName": "Load", "TargetTableName": "Rewound", "UseLatestRestorableTime": True})
    worker.ask("DeleteTable", {"TableName": "Rewound"})
    worker.admin("GET", "backups")
    worker.admin("GET", "history")


def replicate(worker, round_number):
    worker.ask("UpdateTable", {"TableName": "Load", "ReplicaUpdates": [{"Create": {"RegionName": REPLICA}}]})
    for number in range(20):
        item = {"pk": {"S": f"shared-{number}"}, "sk": {"N": "3"}, "g": {"S": "g1"}, "from": {"S": REPLICA}}
        worker.ask("PutItem", {"TableName": "Load", "Item": item}, REPLICA)
        worker.ask("GetItem", {"TableName": "Load", "Key": {"pk": item["pk"], "sk": item["sk"]}}, REPLICA)
    worker.admin("GET", "replication")
    if round_number % 4 == 3:
        worker.ask("UpdateTable", {"TableName": "Load", "ReplicaUpdates": [{"Delete": {"RegionName": REPLICA}}]})


def change_triggers(worker, round_number, url):
    mapping = {
        "Name": "load", "Table": "Load", "Url": url, "BatchSize": 25, "MaximumRetryAttempts": 2,
        "StartingPosition": "TRIM_HORIZON", "ParallelizationFactor": 1 + round_number % 3,
        "Enabled": round_number % 5 != 4,
        "FilterCriteria": {"Filters": [{"Pattern": '{"eventName":["INSERT","MODIFY"]}'}]},
    }
    worker.admin("PUT", "triggers", {"mappings": [mapping]})
    worker.admin("GET", "triggers")
    time.sleep(0.1)


def keep_snapshots(worker, _round_number):
    worker.admin("POST", "snapshots", {"name": "kept"}, (200, 409))
    worker.admin("POST", "universes/default/fork", {"name": "copy"}, (200, 409))
    worker.admin("POST", "snapshots/kept/restore", {"universe": "copy"})
    worker.admin("GET", "diff?a=default/Load&b=copy/Load&limit=5", None, (200, 400, 404))
    worker.admin("DELETE", "universes/copy")
    worker.admin("DELETE", "snapshots/kept")


def export(worker, _round_number):
    table = worker.ask("DescribeTable", {"TableName": "Load"})
    worker.ask("ExportTableToPointInTime", {
        "TableArn": table["Table"]["TableArn"], "S3Bucket": "bucket", "S3Prefix": "load"})
    worker.ask("ListExports", {})
    worker.admin("GET", "exports")
    worker.admin("GET", "report?format=markdown")
    time.sleep(0.1)


def repeat(work, client, deadline, failures):
    worker = Worker(client)
    round_number = 0
    try:
        while time.monotonic() < deadline:
            work(worker, round_number)
            round_number += 1
    except BaseException as failure:  # a thread's failure must reach the exit code
        failures.append(f"{getattr(work, '__name__', 'triggers')}: {failure!r}")


WORKS = [write_in_transactions, write_in_transactions, split, back_up, replicate, keep_snapshots, export]
