"""A proxy in front of a server of Kinesis's API that makes trouble for PutRecords by chance."""
import http.client
import http.server
import json
import random
import threading

TROUBLE = 0.4
THROTTLED = {"__type": "ProvisionedThroughputExceededException", "message": "slow down"}


class FaultProxy:
    """Listens from construction until `close`."""

    def __init__(self, port, seed):
        self._random = random.Random(seed)
        self._lock = threading.Lock()
        self.troubles = 0
        self.calls = 0
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                trouble = proxy.draw()
                if trouble == "hangs up":
                    self.close_connection = True
                    return
                if trouble == "throttles":
                    self._say(400, json.dumps(THROTTLED).encode())
                    return
                if trouble == "fails":
                    self._say(500, b"")
                    return
                upstream = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
                headers = {name: self.headers[name] for name in self.headers if name != "Host"}
                upstream.request("POST", "/", body, headers)
                reply = upstream.getresponse()
                answer = reply.read()
                upstream.close()
                if trouble == "swallows the answer":
                    self.close_connection = True
                    return
                self._say(reply.status, answer)

            def _say(self, status, body):
                self.send_response(status)
                self.send_header("Content-Type", "application/x-amz-json-1.1")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}"

    def draw(self):
        """What happens to the next call; None: it is passed on and answered."""
        with self._lock:
            self.calls += 1
            if self._random.random() >= TROUBLE:
                return None
            self.troubles += 1
            return self._random.choice(("throttles", "fails", "hangs up", "swallows the answer"))

    def close(self):
        self._server.shutdown()
        self._server.server_close()
