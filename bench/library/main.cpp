// stator-library: the cost of a request through libstator, on one thread. Measures wall time, which
// equals CPU time here and includes the allocator.
//
// usage: stator-library [ROUNDS]
//
// Each round has 200,000 requests of each kind; the medians of the rounds are printed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "libstator/stator.h"

namespace {

constexpr int kRequests = 200'000;
constexpr int kItems = 1'000;
constexpr int kUsualRounds = 9;

struct Answer {
    int status = 0;
    std::string body = {};
};

void keep(void* context, const stator_reply* reply) {
    auto& answer = *static_cast<Answer*>(context);
    answer.status = reply->status;
    answer.body.assign(reply->body, reply->body_size);
}

// Reads the parts of the reply that every user reads, and no more.
void count(void* context, const stator_reply* reply) {
    if (reply->status == 200 && reply->body_size > 2) ++*static_cast<int*>(context);
}

stator_request request_of(const char* operation, const std::string& body) {
    stator_request request = {};
    request.operation = operation;
    request.body = body.data();
    request.body_size = body.size();
    return request;
}

void demand(stator_handle* handle, const char* operation, const std::string& body) {
    const stator_request request = request_of(operation, body);
    Answer answer;
    stator_execute(handle, &request, keep, &answer);
    if (answer.status == 200) return;
    std::fprintf(stderr, "%s: %d %s\n", operation, answer.status, answer.body.c_str());
    std::exit(1);
}

std::string key(int number) {
    return R"("pk":{"S":"user-)" + std::to_string(number) + R"("})";
}

// Fills the table "small" with items of 100 bytes and "large" with items of 1 KB.
void fill(stator_handle* handle) {
    for (const char* const table : {"small", "large"}) {
        const std::string name = std::string(R"({"TableName":")") + table + R"(",)";
        demand(
            handle,
            "CreateTable",
            name + R"("BillingMode":"PAY_PER_REQUEST",)"
                   R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                   R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})"
        );
        const std::string text(*table == 's' ? 60 : 980, 'x');
        for (int i = 0; i < kItems; ++i) {
            demand(
                handle,
                "PutItem",
                name + R"("Item":{)" + key(i) + R"(,"n":{"N":"42"},"text":{"S":")" + text +
                    R"("}}})"
            );
        }
    }
}

// Returns nanoseconds per request.
double measure(
    stator_handle* handle, const char* operation, const std::vector<std::string>& bodies
) {
    int good = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kRequests; ++i) {
        const stator_request request =
            request_of(operation, bodies[static_cast<std::size_t>(i) % bodies.size()]);
        stator_execute(handle, &request, count, &good);
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    if (good != kRequests) {
        std::fprintf(stderr, "%s: %d of %d were answered\n", operation, good, kRequests);
        std::exit(1);
    }
    return took.count() / kRequests;
}

void report(stator_handle* handle, const char* table, int rounds) {
    std::vector<std::string> bodies;
    for (int i = 0; i < kItems; ++i) {
        bodies.push_back(std::string(R"({"TableName":")") + table + R"(","Key":{)" + key(i) + "}}");
    }
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) times.push_back(measure(handle, "GetItem", bodies));
    std::sort(times.begin(), times.end());
    std::printf(
        "GetItem of a %s item  %6.2f us, %.2f to %.2f\n",
        table,
        times[times.size() / 2] / 1'000,
        times.front() / 1'000,
        times.back() / 1'000
    );
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : kUsualRounds;
    char problem[512] = "";
    stator_handle* const handle = stator_open(nullptr, problem, sizeof problem);
    if (handle == nullptr) {
        std::fprintf(stderr, "stator-library: %s\n", problem);
        return 1;
    }
    fill(handle);
    for (const char* const table : {"small", "large"}) report(handle, table, rounds);
    return stator_close(handle, problem, sizeof problem);
}
