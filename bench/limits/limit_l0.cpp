// limit-l0: only HTTP. Each request gets the same reply of 1.1 KB, regardless of its contents.
//
// The reply is chosen so that a client can create a table, fill it and get items: it contains an
// item, and a table that is ACTIVE.
#include <string>

#include "limits/beast_server.hpp"

int main(int argc, char** argv) {
    const std::string answer =
        R"({"Item":{"pk":{"S":"item-00000000"},"status":{"S":"state-0000"},"n":{"N":"0"},)"
        R"("created":{"S":"2026-01-31T12:00:00.000Z"},"data":{"S":")" +
        std::string(955, 'x') + R"("}},"Table":{"TableStatus":"ACTIVE"}})";
    return stator::bench::serve_limit(
        "limit-l0",
        argc,
        argv,
        [&](stator::bench::Request&, stator::bench::Response& response) {
            response.body() = answer;
        }
    );
}
