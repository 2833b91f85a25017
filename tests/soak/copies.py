"""Copies: backups, moments, exports, imports, bulk operations, universes and snapshots."""

import gzip
import json
import shutil

from feature import ARN, THINGS, Feature, drop_table, expect, fill, key_of, simple_table, thing, things_table
from feature import wait_active, wait_until


def _definition(name):
    """What ImportTable takes to make a table of the items of Things."""
    whole = {**things_table(), "TableName": name}
    del whole["StreamSpecification"], whole["LocalSecondaryIndexes"]
    return whole


def _wait_end(client, describe, body, description, status, wanted):
    """Waits for the end of an export or the like, which has to be the wanted one."""
    def ended():
        shown = client.call(describe, body)[description]
        return shown if shown[status] not in ("IN_PROGRESS", "CANCELLING") else None

    shown = wait_until(ended, f"the end of {describe}")
    expect(shown[status], wanted, f"{describe}, {shown.get('FailureMessage')}")


class Backups(Feature):
    """A backup is made, restored into a table that is deleted, and deleted."""

    def work(self, client, cycle):
        made = client.call("CreateBackup", {"TableName": THINGS, "BackupName": "soak"})["BackupDetails"]
        arn = {"BackupArn": made["BackupArn"]}
        client.call("RestoreTableFromBackup", {"TargetTableName": "Restored", **arn})
        wait_active(client, "Restored")
        fill(client, "Restored", [thing("lasting-1", number, cycle) for number in range(50)])
        client.call("DescribeBackup", arn)
        drop_table(client, "Restored")
        client.call("ListBackups", {"TableName": THINGS})
        if not self.world.leaks:
            client.call("DeleteBackup", arn)


class Recovery(Feature):
    """Every write is remembered for 35 days, and a moment becomes a table that is deleted."""

    def begin(self, client):
        self._remember(client, THINGS)

    def settle(self, client, cycle):
        window = client.call("DescribeContinuousBackups", {"TableName": THINGS})["ContinuousBackupsDescription"]
        latest = window["PointInTimeRecoveryDescription"]["LatestRestorableDateTime"]
        client.call("RestoreTableToPointInTime", {
            "SourceTableName": THINGS, "TargetTableName": "Earlier", "RestoreDateTime": latest - 10})
        wait_active(client, "Earlier")
        self._remember(client, "Earlier")
        fill(client, "Earlier", [thing("lasting-2", number, cycle) for number in range(50)])
        drop_table(client, "Earlier")
        kept = client.call("ListBackups", {"TableName": "Earlier", "BackupType": "ALL"})["BackupSummaries"]
        for backup in kept:
            client.call("DescribeBackup", {"BackupArn": backup["BackupArn"]})

    def _remember(self, client, table):
        client.call("UpdateContinuousBackups", {
            "TableName": table, "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True}})


class Transfers(Feature):
    """An export is imported into a table that is deleted; files of puts go into Things, one of them not to its end."""

    bucket = "soak"

    def begin(self, client):
        client.call("UpdateContinuousBackups", {
            "TableName": THINGS, "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True}})

    def work(self, client, cycle):
        folder = self.world.server.buckets / self.bucket
        folder.mkdir(parents=True)
        self._import(client, folder, self._export(client))
        self._bulk(client, folder, cycle)

    def settle(self, client, cycle):
        # Until now, a universe that was forked in the middle may also have exported into it.
        shutil.rmtree(self.world.server.buckets / self.bucket)
        shutil.rmtree(self.world.server.buckets / "aws-dynamodb-imports", ignore_errors=True)

    def _export(self, client):
        export = client.call("ExportTableToPointInTime", {
            "TableArn": f"{ARN}:table/{THINGS}", "S3Bucket": self.bucket, "S3Prefix": "export"})["ExportDescription"]
        _wait_end(client, "DescribeExport", {"ExportArn": export["ExportArn"]}, "ExportDescription", "ExportStatus",
                  "COMPLETED")
        return export["ExportArn"].rpartition("/")[2]

    def _import(self, client, folder, export):
        data = next(folder.glob(f"export/AWSDynamoDB/{export}/data")).relative_to(folder)
        done = client.call("ImportTable", {
            "S3BucketSource": {"S3Bucket": self.bucket, "S3KeyPrefix": f"{data}/"}, "InputFormat": "DYNAMODB_JSON",
            "InputCompressionType": "GZIP", "TableCreationParameters": _definition("Imported")})
        _wait_end(client, "DescribeImport", {"ImportArn": done["ImportTableDescription"]["ImportArn"]},
                  "ImportTableDescription", "ImportStatus", "COMPLETED")
        drop_table(client, "Imported")

    def _bulk(self, client, folder, cycle):
        lines = [json.dumps({"Item": thing("bulk", number, cycle)}) for number in range(500)]
        (folder / "puts.json.gz").write_bytes(gzip.compress("\n".join([*lines, '{"Item":{}}']).encode()))
        # More than the write units of a second, so that it is not complete before it is cancelled.
        (folder / "many.json.gz").write_bytes(gzip.compress("\n".join(lines * 4).encode()))
        arn = self._start(client, "puts", {})
        _wait_end(client, "DescribeBulkOperation", {"BulkOperationArn": arn}, "BulkOperationDescription",
                  "BulkOperationStatus", "COMPLETED_WITH_ERRORS")
        arn = self._start(client, "many", {"MaxWriteRequestUnits": 1024})
        client.call("CancelBulkOperation", {"BulkOperationArn": arn})
        _wait_end(client, "DescribeBulkOperation", {"BulkOperationArn": arn}, "BulkOperationDescription",
                  "BulkOperationStatus", "CANCELLED")
        for begin in range(0, 500, 25):
            deletes = [{"DeleteRequest": {"Key": key_of("bulk", number)}} for number in range(begin, begin + 25)]
            client.call("BatchWriteItem", {"RequestItems": {THINGS: deletes}})

    def _start(self, client, prefix, more):
        started = client.call("StartBulkPutItems", {
            "TableName": THINGS,
            "InputS3Configuration": {"S3Bucket": self.bucket, "S3KeyPrefix": prefix, "InputFormat": "DYNAMODB_JSON",
                                     "InputCompressionType": "GZIP"},
            "OutputS3Configuration": {"S3Bucket": self.bucket, "S3KeyPrefix": "told", "OutputType": ["ERROR"]}, **more})
        return started["BulkOperationDescription"]["BulkOperationArn"]


class Universes(Feature):
    """A copy of the default universe is written to, moved in time, emptied, filled again and deleted."""

    def work(self, client, cycle):
        name = f"fork-{cycle}" if self.world.leaks else "fork"
        client.admin("POST", "universes/default/fork", {"name": name})
        self.world.server.clock.learn(client, name)
        fill(client, THINGS, [thing(f"lasting-{number % 30}", number, cycle) for number in range(100)], universe=name)
        client.admin("POST", "clock/advance", {"by": "1h"}, universe=name)
        self.world.server.clock.learn(client, name)
        client.call("Scan", {"TableName": THINGS, "Limit": 100}, universe=name)
        client.admin("GET", f"diff?a=universe:{name}&b=universe:default&limit=10")
        port = client.admin("POST", f"universes/{name}/listen", {})["port"]
        if self.world.leaks:
            return
        client.admin("DELETE", f"universes/{name}/listen", {"port": port})
        client.admin("POST", f"universes/{name}/reset", {"seed": 7})
        self.world.server.clock.learn(client, name)
        client.call("CreateTable", simple_table("Alone"), universe=name)
        wait_active(client, "Alone", universe=name)
        fill(client, "Alone", [{"pk": {"S": f"{number}"}} for number in range(50)], universe=name)
        client.admin("POST", "universes", {"name": "empty"})
        client.admin("DELETE", "universes/empty")
        client.admin("DELETE", f"universes/{name}")
        self.world.server.clock.forget(name)


class Snapshots(Feature):
    """The default universe is saved, becomes another one, which is brought back to it, and all are deleted."""

    def work(self, client, cycle):
        client.admin("POST", "snapshots", {"name": "kept"})
        client.admin("POST", "universes", {"name": "again", "snapshot": "kept", "clock": "snapshot"})
        client.admin("POST", "snapshots/kept/restore", {"universe": "again", "shiftTimes": True})
        self.world.server.clock.learn(client, "again")
        shown = client.call("DescribeTable", {"TableName": THINGS}, universe="again")["Table"]
        expect(shown["TableStatus"], "ACTIVE", "the table of a snapshot")
        client.admin("GET", "snapshots/kept")
        client.admin("DELETE", "universes/again")
        client.admin("DELETE", "snapshots/kept")
        self.world.server.clock.forget("again")
