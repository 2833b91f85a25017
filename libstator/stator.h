/*
 * libstator: Stator inside your own process, without a socket. Five C functions.
 *
 * Requests are DynamoDB's JSON and replies are those of DynamoDB: status, headers, JSON. Everything
 * works as over HTTP: credentials, universes, fault rules, the request log.
 *
 * Threads.   Every function except stator_close() may be called from any number of threads at the
 *            same time, on the same handle. Handles are independent; two of them cannot use the
 *            same data file.
 * Memory.    Arguments are read before the function returns and are never kept. The data of a reply
 *            is valid until your callback returns. You need not free anything.
 * Text.      UTF-8, terminated by a zero byte if it has no size of its own.
 * Process.   The library reads no environment variables and does not change signal handlers. Its
 *            log lines are written to standard error, at level "warn" and above unless you set the
 *            option "log-level". After fork(), only the parent may use a handle.
 */
#ifndef STATOR_H
#define STATOR_H

#include <stddef.h>

#if defined(__GNUC__)
#define STATOR_API __attribute__((visibility("default")))
#else
#define STATOR_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* One database: universes, tables, test controls. */
typedef struct stator_handle stator_handle;

/* A request. Members that are zero have their default value, so begin with
 * stator_request request = {0}.
 *
 * With an `operation`, the request is completed for you: if `headers` lack X-Amz-Target,
 * Content-Type or Authorization, these are derived from `operation`, `region` and `access_key`.
 * Without an `operation`, the request is used unchanged, like an HTTP request. That is for
 * transports of AWS's SDKs, which have already signed it. */
typedef struct stator_request {
    /* "GetItem", or in full "DynamoDB_20120810.GetItem". NULL: the headers contain X-Amz-Target. */
    const char *operation;
    /* body_size bytes: DynamoDB's JSON, compressed if the headers contain Content-Encoding. */
    const char *body;
    size_t body_size;
    /* Lines "Name: value", each ended by \n or \r\n. NULL: none. */
    const char *headers;
    /* The path of the URL with its query, for example "/u/test-17". NULL: "/". */
    const char *path;
    /* The universe, unless `headers` or `path` contain one. NULL: the option "isolation" derives it
     * from the access key. */
    const char *universe;
    /* NULL: "us-east-1". */
    const char *region;
    /* NULL: "test". */
    const char *access_key;
} stator_request;

/* A reply. All of its data is valid until the callback returns. */
typedef struct stator_reply {
    /* The HTTP status. 0: a fault rule lost the reply, as if the connection had broken; headers and
     * body contain the part that arrived before that. */
    int status;
    /* Lines "Name: value\r\n": x-amzn-RequestId, x-amz-crc32 and so on. A zero byte follows. */
    const char *headers;
    size_t headers_size;
    /* A zero byte follows. */
    const char *body;
    size_t body_size;
} stator_reply;

/* Receives the reply, once for each request. It must neither throw nor call stator_close(), but may
 * call the other functions. `context` is the value that was passed with the request. */
typedef void (*stator_on_reply)(void *context, const stator_reply *reply);

/* Opens a database. `options` is a JSON object, or NULL for a database in memory. Its members are
 * the options of the command line without their dashes: {"db-path": "data", "durability": "fsync",
 * "seed": 7, "journal": true}; "laboratory" may also be the declaration itself. Options about
 * sockets and processes are rejected.
 *
 * Returns NULL on failure, and writes a sentence with the fix to `problem`, an array of
 * problem_size bytes (both may be 0). A longer sentence is cut off; 512 bytes are enough for most.
 */
STATOR_API stator_handle *stator_open(const char *options, char *problem, size_t problem_size);

/* Runs one request and calls back before it returns, on the same thread. The reply to a write is
 * delivered when the write is as durable as the option "durability" requires. */
STATOR_API void stator_execute(
    stator_handle *handle, const stator_request *request, stator_on_reply on_reply, void *context);

/* Starts one request and returns immediately. Calls back later, on a thread of the library. The
 * option "threads" sets the number of these threads, so a slow callback delays others. */
STATOR_API void stator_execute_async(
    stator_handle *handle, const stator_request *request, stator_on_reply on_reply, void *context);

/* Sends a request to the admin API, which docs/ADMIN.md describes, and calls back before it
 * returns: stator_admin(handle, "POST", "/_stator/v1/clock/advance", "{\"by\": \"48h\"}", …).
 * `body` is JSON, or NULL. The path may contain the universe, as in "/u/NAME/_stator/…"; otherwise,
 * the default universe is used. */
STATOR_API void stator_admin(
    stator_handle *handle,
    const char *method,
    const char *path,
    const char *body,
    stator_on_reply on_reply,
    void *context);

/* Waits for all requests of stator_execute_async(), makes everything durable, and frees the handle
 * in any case. No other function may be running with the handle, or be called with it afterwards.
 * Does nothing if the handle is NULL.
 *
 * Returns 0; or 1 if something could not be saved, with a sentence in `problem` as in
 * stator_open(). */
STATOR_API int stator_close(stator_handle *handle, char *problem, size_t problem_size);

#ifdef __cplusplus
}
#endif

#endif
