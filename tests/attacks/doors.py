"""Ways in that are not meant: web pages of other machines, and names that would leave a folder."""

import json
import subprocess

from server import expect

EVIL = "attacker.example"


def rebinding(server, binary):
    """What a web page can do whose name suddenly means this machine."""
    ours = f"127.0.0.1:{server.port}"
    changes = [("PUT", "/_stator/v1/faults", b"[]"), ("DELETE", "/_stator/v1/universes/default", b""), ("GET", "/_stator/v1", b"")]
    for method, path, body in changes:
        status, _ = server.ask(method, path, [("Origin", f"http://{EVIL}")], host=ours, body=body)
        expect(status, 403, f"{method} {path} for a page of {EVIL}")
    for site in ("cross-site", "same-site"):
        status, _ = server.ask("DELETE", "/_stator/v1/universes/default", [("Sec-Fetch-Site", site), ("Origin", "null")], host=ours)
        expect(status, 403, f"a request that is {site}")
    for host in (ours, f"localhost:{server.port}", f"[::1]:{server.port}"):
        expect(server.ask("GET", "/_stator/v1/limits", host=host)[0], 200, f"the admin API as {host}")
    # A build that checks Host has --admin-token; without it nothing could reject the name itself.
    if "--admin-token" not in subprocess.run([binary, "--help"], capture_output=True, text=True, check=True).stdout:
        return "pages of others refused; Host is not checked by this build"
    for host in (EVIL, f"{EVIL}:{server.port}", f"127.0.0.1.{EVIL}", f"localhost.{EVIL}:{server.port}"):
        for method, path, body in changes:
            expect(server.ask(method, path, host=host, body=body)[0], 403, f"{method} {path} at the host '{host}'")
    return "pages and hosts of others refused"


# Names that are tried as names of folders.
ESCAPES = ["../outer", "..", "../../etc", "/etc", "a/../../..", "..\\outer", "a\x00b", ".", "~", "%2e%2e", "..%2f..%2f"]


def files_outside(server):
    """All that lies beside the server's own folder, with its size."""
    return {
        str(path): path.stat().st_size
        for path in server.folder.rglob("*")
        if server.home not in path.parents and path != server.log_path and path.is_file()
    }


def path_escapes(server):
    """Snapshots, exports, imports, the console's files and universes stay in their folders."""
    secret = server.folder / "outer" / "secret.json"
    secret.write_text('{"Item":{"pk":{"S":"secret"}}}\n')
    before = files_outside(server)
    tries = 0
    arn = server.call("DescribeTable", {"TableName": "Victim"})[1]["Table"]["TableArn"]
    server.call(
        "UpdateContinuousBackups",
        {"TableName": "Victim", "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True}},
    )
    for name in ESCAPES:
        for path in (f"/_stator/v1/snapshots/{name}", f"/_stator/console/{name}/secret.json", f"/u/{name}/_stator/v1/due"):
            if not any(character < "!" for character in path):
                status, body = server.ask("GET", path)
                expect(b"secret" in body and status == 200, False, f"GET {path}")
                tries += 1
        status, _ = server.ask("POST", "/_stator/v1/snapshots", body=json.dumps({"name": name}).encode())
        expect(400 <= status < 500, True, f"a snapshot '{name}' ({status})")
        for bucket, prefix in ((name, "p"), ("bucket-of-mine", name)):
            export = {"TableArn": arn, "S3Bucket": bucket, "S3Prefix": prefix}
            status, _ = server.call("ExportTableToPointInTime", export)
            expect(status in (200, 400), True, f"an export to {bucket}/{prefix} ({status})")
            import_ = {
                "S3BucketSource": {"S3Bucket": bucket, "S3KeyPrefix": f"{prefix}/secret.json"},
                "InputFormat": "DYNAMODB_JSON",
                "TableCreationParameters": {
                    "TableName": f"Imported{tries}",
                    "BillingMode": "PAY_PER_REQUEST",
                    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                },
            }
            server.call("ImportTable", import_)
            tries += 2
    expect_nothing_imported(server)
    expect(files_outside(server), before, "files outside of the server's folder")
    return f"{tries} names tried"


def expect_nothing_imported(server):
    for table in server.call("ListTables", {})[1]["TableNames"]:
        if table == "Victim":
            continue
        items = server.call("Scan", {"TableName": table})[1].get("Items", [])
        expect(items, [], f"items of {table}, imported from outside")
        server.call("DeleteTable", {"TableName": table})
