"""Requests to a server over one connection."""

import http.client
import json

DEFAULT = ("default", "us-east-1")
_STREAM_OPERATIONS = {"DescribeStream", "GetShardIterator", "GetRecords"}


class Failed(Exception):
    """A request failed: a failure of the server, an error, or a lost connection."""


class Client:
    """Sends requests to `port` of this machine."""

    def __init__(self, port, timeout=20):
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def call(self, operation, body, place=DEFAULT):
        """The reply of an operation. `place` is a universe and a region."""
        universe, region = place
        api = "DynamoDBStreams_20120810" if operation in _STREAM_OPERATIONS else "DynamoDB_20120810"
        credential = f"AWS4-HMAC-SHA256 Credential=damage/20261121/{region}/dynamodb/aws4_request"
        headers = {
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Target": f"{api}.{operation}",
            "X-Amz-Date": "20261121T000000Z",
            "Authorization": f"{credential}, SignedHeaders=host, Signature=00",
        }
        return self._send("POST", f"/u/{universe}/", headers, body, operation)

    def admin(self, method, path, body=None, universe="default"):
        """The reply of a call to the admin API."""
        whole = f"/u/{universe}/_stator/v1/{path}"
        return self._send(method, whole, {"Content-Type": "application/json"}, body, f"{method} {path}")

    def _send(self, method, path, headers, body, what):
        data = b"" if body is None else json.dumps(body).encode()
        try:
            self._connection.request(method, path, data, headers)
            reply = self._connection.getresponse()
            text = reply.read()
        except (OSError, http.client.HTTPException) as error:
            raise Failed(f"{what}: the connection is lost ({error!r})") from error
        if reply.status != 200:
            raise Failed(f"{what}: status {reply.status}: {text[:300].decode(errors='replace')}")
        return json.loads(text or b"{}")

    def close(self):
        self._connection.close()
