"""Who takes what the server sends: a function that a trigger calls, and a stand-in of Kinesis's API."""

import http.server
import json
import threading

from feature import PATIENCE_S

# How many functions the server calls in parallel at most.
FUNCTION_THREADS = 32


class Receiver:
    """Listens from construction until close(). Counts, and keeps nothing; `open` are the connections it has now."""

    def __init__(self):
        self.calls = 0
        self.open = 0
        self.records = 0
        self.together = threading.Barrier(FUNCTION_THREADS, timeout=PATIENCE_S)
        self._lock = threading.Lock()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Head and body are sent as two segments; the second would wait for an acknowledgement.
            disable_nagle_algorithm = True

            def setup(self):
                super().setup()
                receiver.count_open(1)

            def finish(self):
                receiver.count_open(-1)
                super().finish()

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                answer = json.dumps(receiver.take(self.path, body)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/x-amz-json-1.1")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}"

    def count_open(self, more):
        with self._lock:
            self.open += more

    def take(self, path, body):
        """The answer. /function succeeds, /together once as many calls of it are under way as there can be, /failing
        never does; anything else is Kinesis."""
        records = body.get("Records", [])
        with self._lock:
            self.calls += 1
            self.records += len(records)
        if path == "/together":
            self.together.wait()
        if path in ("/function", "/together"):
            return {"batchItemFailures": []}
        if path == "/failing":
            return {"errorMessage": "as it should", "errorType": "Error"}
        taken = {"SequenceNumber": "1", "ShardId": "shardId-000000000000"}
        return {"FailedRecordCount": 0, "Records": [taken] * len(records)}

    def close(self):
        self._server.shutdown()
        self._server.server_close()
