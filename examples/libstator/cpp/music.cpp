// DynamoDB inside the program: creates a table, writes and reads an item, and advances the clock
// until the item has expired.
#include <stator.h>

#include <future>
#include <iostream>
#include <stdexcept>
#include <string>

struct Reply {
    int status = 0;
    std::string body;
};

Reply copy_of(const stator_reply& reply) {
    return {reply.status, std::string(reply.body, reply.body_size)};
}

class Stator {
public:
    explicit Stator(const std::string& options) {
        char problem[512];
        handle_ = stator_open(options.c_str(), problem, sizeof problem);
        if (handle_ == nullptr) throw std::runtime_error(problem);
    }

    ~Stator() {
        char problem[512];
        if (stator_close(handle_, problem, sizeof problem) != 0) std::cerr << problem << '\n';
    }

    Stator(const Stator&) = delete;
    Stator& operator=(const Stator&) = delete;

    Reply execute(const char* operation, const std::string& body) {
        const stator_request request = request_of(operation, body);
        Reply reply;
        stator_execute(handle_, &request, take_reply, &reply);
        return reply;
    }

    std::future<Reply> execute_async(const char* operation, const std::string& body) {
        const stator_request request = request_of(operation, body);
        auto* const promise = new std::promise<Reply>;
        auto future = promise->get_future();
        stator_execute_async(handle_, &request, keep_promise, promise);
        return future;
    }

    Reply admin(const char* method, const char* path, const char* body) {
        Reply reply;
        stator_admin(handle_, method, path, body, take_reply, &reply);
        return reply;
    }

private:
    static stator_request request_of(const char* operation, const std::string& body) {
        stator_request request = {};
        request.operation = operation;
        request.body = body.data();
        request.body_size = body.size();
        return request;
    }

    static void take_reply(void* context, const stator_reply* reply) {
        *static_cast<Reply*>(context) = copy_of(*reply);
    }

    static void keep_promise(void* context, const stator_reply* reply) {
        auto* const promise = static_cast<std::promise<Reply>*>(context);
        promise->set_value(copy_of(*reply));
        delete promise;
    }

    stator_handle* handle_ = nullptr;
};

int main() {
    Stator stator(R"({"freeze": "2026-01-01T00:00:00Z", "ttl-delay": 0})");
    stator.execute("CreateTable", R"({
        "TableName": "Music", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "Artist", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "Artist", "KeyType": "HASH"}]})");
    stator.execute("UpdateTimeToLive", R"({"TableName": "Music",
        "TimeToLiveSpecification": {"AttributeName": "Until", "Enabled": true}})");
    // 1767312000 is a day later.
    auto written = stator.execute_async("PutItem", R"({"TableName": "Music",
        "Item": {"Artist": {"S": "Arooj Aftab"}, "Until": {"N": "1767312000"}}})");
    std::cout << written.get().status << '\n';

    const std::string key = R"({"TableName": "Music", "Key": {"Artist": {"S": "Arooj Aftab"}}})";
    std::cout << stator.execute("GetItem", key).body << '\n';
    stator.admin("POST", "/_stator/v1/clock/advance", R"({"by": "48h"})");
    std::cout << stator.execute("GetItem", key).body << '\n';
}
