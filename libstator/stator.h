/*
 * libstator: Stator within your own process, without a socket. Five functions of C.
 *
 * Requests are DynamoDB's JSON and replies are what DynamoDB sends: status, headers, JSON. They take
 * the same way as over HTTP: credentials, universes, fault rules, journal and all.
 *
 * Threads.   Every function but stator_close() may be called from any number of threads at once, on
 *            the same handle. Handles know nothing of each other; two of them cannot have the same
 *            data file.
 * Memory.    What you hand in is read before the function returns and never kept; what you are
 *            handed in a reply lives until your callback returns. Nothing is to be freed.
 * Text.      UTF-8, ended by a zero byte where no size stands beside it.
 * The rest.  The library reads no environment variables and touches no signal handlers. Its lines
 *            for the operator go to standard error: from "warn" on, unless the option "log-level"
 *            says otherwise. After fork() a handle is the parent's alone.
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

/* One database: universes, tables, laboratory. */
typedef struct stator_handle stator_handle;

/* A request. Members that are zero have their default, so begin with stator_request request = {0}.
 *
 * With an `operation`, the request is completed for you: what `headers` lack of X-Amz-Target,
 * Content-Type and Authorization is derived from `operation`, `region` and `access_key`. Without
 * one, it is judged as it stands, like an HTTP request: that is for transports of AWS's SDKs, which
 * have signed it already. */
typedef struct stator_request {
    /* "GetItem", or in full "DynamoDB_20120810.GetItem". NULL: the headers have X-Amz-Target. */
    const char *operation;
    /* DynamoDB's JSON, or whatever Content-Encoding says, of body_size bytes. */
    const char *body;
    size_t body_size;
    /* Lines "Name: value", each ended by \n or \r\n. NULL: none. */
    const char *headers;
    /* The path of the URL with its query, such as "/u/test-17". NULL: "/". */
    const char *path;
    /* The universe, unless `headers` or `path` name one. NULL: what the option "isolation" makes of
     * the access key. */
    const char *universe;
    /* NULL: "us-east-1". */
    const char *region;
    /* NULL: "test". */
    const char *access_key;
} stator_request;

/* A reply. All of it lives until the callback returns. */
typedef struct stator_reply {
    /* The HTTP status. 0: a fault rule lost the reply, as if the connection had broken; headers and
     * body are what had come by then. */
    int status;
    /* Lines "Name: value\r\n": x-amzn-RequestId, x-amz-crc32 and so on. A zero byte follows. */
    const char *headers;
    size_t headers_size;
    /* A zero byte follows. */
    const char *body;
    size_t body_size;
} stator_reply;

/* Is handed the reply, once for each request. It must neither throw nor call stator_close(); other
 * functions it may call. `context` is what the request came with. */
typedef void (*stator_on_reply)(void *context, const stator_reply *reply);

/* Opens a database. `options` is a JSON object, or NULL for a database in memory. Its members are
 * the options of the command line without their dashes: {"db-path": "data", "durability": "fsync",
 * "seed": 7, "journal": true}; "laboratory" may also be the declaration itself. Options about
 * sockets and processes are refused.
 *
 * Returns NULL on failure, with a sentence in `problem`, an array of problem_size bytes (both may be
 * 0), that says what to do. It is cut off if there is no room; 512 bytes are enough for most. */
STATOR_API stator_handle *stator_open(const char *options, char *problem, size_t problem_size);

/* Runs one request and calls back before it returns, on the same thread. The reply to a write comes
 * once the write is as durable as the option "durability" demands. */
STATOR_API void stator_execute(
    stator_handle *handle, const stator_request *request, stator_on_reply on_reply, void *context);

/* Begins one request and returns at once. Calls back later, on a thread of the library: there are as
 * many as the option "threads" says, and a callback that takes its time holds up others. */
STATOR_API void stator_execute_async(
    stator_handle *handle, const stator_request *request, stator_on_reply on_reply, void *context);

/* Calls the admin API, which docs/ADMIN.md describes, and calls back before it returns:
 * stator_admin(handle, "POST", "/_stator/v1/clock/advance", "{\"by\": \"48h\"}", …). `body` is JSON,
 * or NULL. The universe stands in the path, as "/u/NAME/_stator/…", or is the default one. */
STATOR_API void stator_admin(
    stator_handle *handle,
    const char *method,
    const char *path,
    const char *body,
    stator_on_reply on_reply,
    void *context);

/* Waits for all requests of stator_execute_async(), makes everything durable, and frees the handle
 * in any case. No other function may be running with the handle, or be called with it again. NULL is
 * a handle that needs no closing.
 *
 * Returns 0, or 1 with a sentence in `problem`, as stator_open(), when something could not be
 * saved. */
STATOR_API int stator_close(stator_handle *handle, char *problem, size_t problem_size);

#ifdef __cplusplus
}
#endif

#endif
