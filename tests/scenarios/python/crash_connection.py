"""One keep-alive connection for DynamoDB's JSON protocol, without an SDK: as little time as
possible is spent in the client, so that more of the server's moments can be hit.
"""
import http.client
import json

HOME = "eu-west-2"


def headers_of(region):
    return {
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Date": "20260101T000000Z",
        "Authorization": (
            f"AWS4-HMAC-SHA256 Credential=crash/20260101/{region}/dynamodb/aws4_request, "
            "SignedHeaders=host, Signature=0"
        ),
    }


# Errors that a call may raise after the server has been killed.
GONE = (OSError, http.client.HTTPException)


class Connection:
    """Not thread-safe. A call is `send` and then `receive`; `call` does both and insists on
    success.
    """

    def __init__(self, port, region=HOME):
        self._headers = headers_of(region)
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def send(self, operation, request):
        headers = {**self._headers, "X-Amz-Target": f"DynamoDB_20120810.{operation}"}
        self._http.request("POST", "/", json.dumps(request), headers)

    def receive(self):
        """The status and the decoded body of the response to what was sent."""
        response = self._http.getresponse()
        return response.status, json.loads(response.read())

    def call(self, operation, request):
        self.send(operation, request)
        status, body = self.receive()
        if status != 200:
            raise AssertionError(f"{operation} answered {status}: {body}")
        return body

    def control(self, method, path, request=None):
        """What a route of the laboratory answers."""
        body = None if request is None else json.dumps(request)
        self._http.request(method, f"/_stator/v1/{path}", body)
        status, answer = self.receive()
        if status != 200:
            raise AssertionError(f"{method} {path} answered {status}: {answer}")
        return answer

    def rows(self, operation, request):
        """The items of all pages of a Query or Scan."""
        items = []
        request = dict(request)
        while True:
            page = self.call(operation, request)
            items += page["Items"]
            if "LastEvaluatedKey" not in page:
                return items
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def close(self):
        self._http.close()
