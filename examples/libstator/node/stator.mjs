// Stator within a Node.js process: libstator through koffi, and the AWS SDK on top of it, without a
// socket.
//
//     const stator = new Stator({ seed: 7 });
//     const dynamodb = new DynamoDBClient({ requestHandler: stator.requestHandler() });
//     await dynamodb.send(new ListTablesCommand());
//     await stator.close();
//
// Requests run on threads of the library, so that none holds up the event loop.
import { Readable } from "node:stream";

import { HttpResponse } from "@smithy/protocol-http";
import koffi from "koffi";

const PROBLEM_BYTES = 512;

const Request = koffi.struct("stator_request", {
  operation: "const char *",
  body: "const uint8_t *",
  body_size: "size_t",
  headers: "const char *",
  path: "const char *",
  universe: "const char *",
  region: "const char *",
  access_key: "const char *",
});
const Reply = koffi.struct("stator_reply", {
  status: "int",
  headers: "const void *",
  headers_size: "size_t",
  body: "const void *",
  body_size: "size_t",
});
const OnReply = koffi.proto("void stator_on_reply(uintptr_t context, const stator_reply *reply)");

function load(path) {
  const library = koffi.load(path);
  return {
    open: library.func("void *stator_open(const char *options, _Out_ uint8_t *problem, size_t size)"),
    execute: library.func(
      "void stator_execute_async(void *handle, const stator_request *request, stator_on_reply *on_reply, uintptr_t context)",
    ),
    admin: library.func(
      "void stator_admin(void *handle, const char *method, const char *path, const char *body, stator_on_reply *on_reply, uintptr_t context)",
    ),
    close: library.func("int stator_close(void *handle, _Out_ uint8_t *problem, size_t size)"),
  };
}

function sentence(problem) {
  return problem.toString("utf8", 0, problem.indexOf(0));
}

// Copies the reply to a JavaScript value, because the library's reply is freed when the callback
// returns.
function taken(pointer) {
  const reply = koffi.decode(pointer, Reply);
  const bytes = (address, size) =>
    size === 0 ? Buffer.alloc(0) : Buffer.from(koffi.decode(address, "uint8_t", size));
  const headers = {};
  for (const line of bytes(reply.headers, Number(reply.headers_size)).toString("latin1").split("\r\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 2);
  }
  return { status: reply.status, headers, body: bytes(reply.body, Number(reply.body_size)) };
}

export class Stator {
  #library;
  #handle;
  #waiting = new Map();
  #number = 0;
  #alive = null;
  #onReply = koffi.register((context, reply) => this.#answer(context, reply), koffi.pointer(OnReply));

  // `options`: options of the command line, without their dashes.
  constructor(options = {}, library = process.env.LIBSTATOR ?? "libstator.so.0") {
    this.#library = load(library);
    const problem = Buffer.alloc(PROBLEM_BYTES);
    this.#handle = this.#library.open(JSON.stringify(options), problem, PROBLEM_BYTES);
    if (this.#handle === null) throw new Error(sentence(problem));
  }

  // Executes one request in DynamoDB's JSON: execute("GetItem", { TableName: … }).
  execute(operation, body, more = {}) {
    return this.#call({ operation, ...more }, Buffer.from(JSON.stringify(body)));
  }

  // Calls the admin API; see docs/ADMIN.md.
  admin(method, path, body) {
    const text = body === undefined ? null : JSON.stringify(body);
    return this.#wait((number) =>
      this.#library.admin.async(this.#handle, method, path, text, this.#onReply, number, () => {}),
    );
  }

  // Returns a request handler for the SDK's clients.
  requestHandler() {
    return {
      metadata: { handlerProtocol: "http/1.1" },
      handle: async (request) => {
        const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\n`).join("");
        const reply = await this.#call({ headers, path: request.path }, Buffer.from(request.body ?? ""));
        if (reply.status === 0) throw Object.assign(new Error("the connection broke"), { code: "ECONNRESET" });
        return {
          response: new HttpResponse({
            statusCode: reply.status, headers: reply.headers, body: Readable.from([reply.body]),
          }),
        };
      },
      destroy() {},
      updateHttpClientConfig() {},
      httpHandlerConfigs: () => ({}),
    };
  }

  // Waits for all replies and makes all data durable.
  async close() {
    await Promise.all([...this.#waiting.values()].map((waiting) => waiting.promise));
    const problem = Buffer.alloc(PROBLEM_BYTES);
    const code = this.#library.close(this.#handle, problem, PROBLEM_BYTES);
    koffi.unregister(this.#onReply);
    if (code !== 0) throw new Error(sentence(problem));
  }

  #call(request, body) {
    return this.#wait((number) =>
      this.#library.execute(
        this.#handle, { ...request, body, body_size: body.length }, this.#onReply, number,
      ),
    );
  }

  // Assigns a number to a call, and keeps the process alive until its reply arrives.
  #wait(begin) {
    const number = ++this.#number;
    const waiting = {};
    waiting.promise = new Promise((resolve) => (waiting.resolve = resolve));
    this.#waiting.set(number, waiting);
    this.#alive ??= setInterval(() => {}, 1 << 30);
    begin(number);
    return waiting.promise;
  }

  #answer(context, pointer) {
    const number = Number(context);
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (this.#waiting.size === 0) {
      clearInterval(this.#alive);
      this.#alive = null;
    }
    waiting.resolve(taken(pointer));
  }
}
