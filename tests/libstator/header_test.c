/* stator.h is C: this compiles as C99 with every warning, and opens and closes. */
#include "libstator/stator.h"

int opens_from_c(void);

static void take_status(void *context, const stator_reply *reply) {
    *(int *)context = reply->status;
}

/* The status of a ListTables. */
int opens_from_c(void) {
    stator_request request = {0};
    int status = 0;
    stator_handle *handle = stator_open("{\"seed\": 7}", NULL, 0);
    if (handle == NULL) return -1;
    request.operation = "ListTables";
    request.body = "{}";
    request.body_size = 2;
    stator_execute(handle, &request, take_status, &status);
    return stator_close(handle, NULL, 0) == 0 ? status : -2;
}
