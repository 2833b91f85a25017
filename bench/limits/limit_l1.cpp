// limit-l1: the minimum work of an emulator. RapidJSON parses the request in place, one look-up in
// a hash table finds the item by its string attribute pk, and its stored JSON, unchanged since it
// was put, is copied into the reply.
//
// All tables share one store. Expressions, conditions, projections and errors are not implemented.
// Measurements require other operations than GetItem, PutItem and BatchWriteItem; these have
// constant replies.
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "limits/beast_server.hpp"

namespace {

using stator::bench::Request;
using stator::bench::Response;

struct TextHash {
    using is_transparent = void;

    std::size_t operator()(std::string_view text) const noexcept {
        return std::hash<std::string_view>{}(text);
    }
};

// Partition key → the item's JSON.
using Store = std::unordered_map<std::string, std::string, TextHash, std::equal_to<>>;

// Returns the text of `object`.pk.S, or "" if it is missing.
std::string_view key_in(const rapidjson::Value& object) {
    if (!object.IsObject()) return {};
    const auto pk = object.FindMember("pk");
    if (pk == object.MemberEnd() || !pk->value.IsObject()) return {};
    const auto text = pk->value.FindMember("S");
    if (text == pk->value.MemberEnd() || !text->value.IsString()) return {};
    return {text->value.GetString(), text->value.GetStringLength()};
}

const rapidjson::Value& member(const rapidjson::Value& object, const char* name) {
    static const rapidjson::Value kNone;
    if (!object.IsObject()) return kNone;
    const auto found = object.FindMember(name);
    return found == object.MemberEnd() ? kNone : found->value;
}

void put_item(Store& store, const rapidjson::Value& item) {
    rapidjson::StringBuffer text;
    rapidjson::Writer<rapidjson::StringBuffer> writer(text);
    item.Accept(writer);
    store.insert_or_assign(
        std::string(key_in(item)), std::string(text.GetString(), text.GetSize())
    );
}

void put_batch(Store& store, const rapidjson::Value& request_items) {
    if (!request_items.IsObject()) return;
    for (const auto& table : request_items.GetObject()) {
        if (!table.value.IsArray()) continue;
        for (const rapidjson::Value& write : table.value.GetArray()) {
            put_item(store, member(member(write, "PutRequest"), "Item"));
        }
    }
}

void answer_get_item(const Store& store, const rapidjson::Value& input, std::string& body) {
    const auto found = store.find(key_in(member(input, "Key")));
    if (found == store.end()) {
        body = "{}";
        return;
    }
    body.reserve(found->second.size() + 16);
    body = R"({"Item":)";
    body += found->second;
    body += '}';
}

void answer_unknown(Response& response) {
    response.result(boost::beast::http::status::bad_request);
    response.body() =
        R"({"__type":"com.amazon.coral.service#UnknownOperationException","message":""})";
}

void answer(Store& store, Request& request, Response& response) {
    char values[4096];
    char stack[1024];
    rapidjson::MemoryPoolAllocator<> value_pool(values, sizeof values);
    rapidjson::MemoryPoolAllocator<> stack_pool(stack, sizeof stack);
    using Document = rapidjson::GenericDocument<
        rapidjson::UTF8<>,
        rapidjson::MemoryPoolAllocator<>,
        rapidjson::MemoryPoolAllocator<>>;
    Document input(&value_pool, sizeof stack, &stack_pool);
    input.ParseInsitu(request.body().data());

    const auto target = request["X-Amz-Target"];
    const std::string_view name(target.data(), target.size());
    const std::string_view operation = name.substr(name.rfind('.') + 1);
    if (input.HasParseError()) return answer_unknown(response);
    if (operation == "GetItem") {
        answer_get_item(store, input, response.body());
    } else if (operation == "PutItem") {
        put_item(store, member(input, "Item"));
        response.body() = "{}";
    } else if (operation == "BatchWriteItem") {
        put_batch(store, member(input, "RequestItems"));
        response.body() = R"({"UnprocessedItems":{}})";
    } else if (operation == "DescribeTable") {
        response.body() = R"({"Table":{"TableStatus":"ACTIVE"}})";
    } else if (operation == "CreateTable") {
        response.body() = R"({"TableDescription":{"TableStatus":"ACTIVE"}})";
    } else if (operation == "DeleteTable") {
        store.clear();
        response.body() = R"({"TableDescription":{"TableStatus":"DELETING"}})";
    } else if (operation == "ListTables") {
        response.body() = R"({"TableNames":[]})";
    } else {
        answer_unknown(response);
    }
}

}  // namespace

int main(int argc, char** argv) {
    Store store;
    return stator::bench::serve_limit(
        "limit-l1",
        argc,
        argv,
        [&](Request& request, Response& response) { answer(store, request, response); }
    );
}
