#include "emulator/moves/fixture.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>
#include <vector>

#include "emulator/ctl/application.hpp"
#include "emulator/moves/replies.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::moves {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

void copy_member(JsonWriter& json, JsonView from, std::string_view name) {
    const auto value = from.find(name);
    if (!value) return;
    json.key(name);
    json.raw(value->text());
}

void write_throughput(JsonWriter& json, JsonView from) {
    const auto throughput = from.find("ProvisionedThroughput");
    if (!throughput) return;
    json.key("ProvisionedThroughput");
    json.begin_object();
    copy_member(json, *throughput, "ReadCapacityUnits");
    copy_member(json, *throughput, "WriteCapacityUnits");
    json.end_object();
}

void write_indexes(JsonWriter& json, JsonView table, std::string_view name, bool is_provisioned) {
    const auto indexes = table.find(name);
    if (!indexes || !indexes->is_array() || indexes->size() == 0) return;
    json.key(name);
    json.begin_array();
    for (const auto& element : indexes->elements()) {
        const JsonView index(element);
        json.begin_object();
        for (const char* member : {"IndexName", "KeySchema", "Projection"}) {
            copy_member(json, index, member);
        }
        if (is_provisioned) write_throughput(json, index);
        json.end_object();
    }
    json.end_array();
}

// CreateTable's request for a table as DescribeTable shows it.
std::string definition_of(JsonView table, const std::string& time_to_live) {
    const auto summary = table.find("BillingModeSummary");
    const bool is_provisioned =
        !summary || summary->string_or_empty("BillingMode") != "PAY_PER_REQUEST";
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    for (const char* member : {"TableName", "AttributeDefinitions", "KeySchema"}) {
        copy_member(json, table, member);
    }
    json.string_member("BillingMode", is_provisioned ? "PROVISIONED" : "PAY_PER_REQUEST");
    if (is_provisioned) write_throughput(json, table);
    write_indexes(json, table, "GlobalSecondaryIndexes", is_provisioned);
    write_indexes(json, table, "LocalSecondaryIndexes", false);
    copy_member(json, table, "StreamSpecification");
    if (!time_to_live.empty()) {
        json.key("TimeToLiveSpecification");
        json.begin_object();
        json.key("Enabled");
        json.boolean(true);
        json.string_member("AttributeName", time_to_live);
        json.end_object();
    }
    json.end_object();
    return text;
}

forms::Accepted<std::vector<std::string>> table_names(ApiClient& api) {
    std::vector<std::string> names;
    std::string start;
    do {
        std::string request = "{";
        if (!start.empty()) {
            request.append("\"ExclusiveStartTableName\":");
            protocol::wire::append_json_string(request, start);
        }
        STATOR_TRY(const JsonDocument page, document_of(api.call("ListTables", request + "}")));
        const auto listed = page.root().find("TableNames");
        if (listed && listed->is_array()) {
            for (const auto& name : listed->elements()) names.emplace_back(JsonView(name).string());
        }
        start = page.root().string_or_empty("LastEvaluatedTableName");
    } while (!start.empty());
    return names;
}

// The item with its attributes in the order of their names.
std::string sorted_text(JsonView item) {
    const auto image = protocol::wire::decode_item(item, protocol::values::Dialect::Current);
    if (image.has_error()) return item.text();
    std::string text;
    protocol::wire::append_item(text, **image);
    return text;
}

// The items by the texts of their keys.
forms::Accepted<std::map<std::string, std::string>> sorted_items(
    ApiClient& api, const std::string& name, JsonView table
) {
    std::map<std::string, std::string> items;
    const auto keys = table.find("KeySchema");
    std::string start;
    do {
        STATOR_TRY(
            const JsonDocument page, document_of(api.call("Scan", page_request(name, start)))
        );
        const auto found = page.root().find("Items");
        if (found && found->is_array() && keys) {
            for (const auto& element : found->elements()) {
                const JsonView item(element);
                std::string key;
                for (const auto& part : keys->elements()) {
                    const auto value = item.find(JsonView(part).string_or_empty("AttributeName"));
                    if (value) key.append(value->text()).append("\n");
                }
                items[std::move(key)] = sorted_text(item);
            }
        }
        const auto last = page.root().find("LastEvaluatedKey");
        start = last ? last->text() : std::string();
    } while (!start.empty());
    return items;
}

forms::Accepted<void> save_table(
    ApiClient& api, const std::string& name, const std::filesystem::path& folder
) {
    STATOR_TRY(
        const JsonDocument described, document_of(api.call("DescribeTable", table_request(name)))
    );
    const auto table = described.root().find("Table");
    if (!table) return forms::Refusal{"the server says nothing of the table " + name};
    std::string time_to_live;
    STATOR_TRY(
        const JsonDocument lives, document_of(api.call("DescribeTimeToLive", table_request(name)))
    );
    if (const auto description = lives.root().find("TimeToLiveDescription")) {
        time_to_live = description->string_or_empty("AttributeName");
    }
    STATOR_TRY(const auto items, sorted_items(api, name, *table));
    std::ofstream definition(folder / (name + ".json"), std::ios::binary);
    definition << ctl::indented_json(definition_of(*table, time_to_live)) << "\n";
    std::ofstream lines(folder / (name + ".jsonl"), std::ios::binary);
    for (const auto& [key, item] : items) lines << item << "\n";
    if (!definition.flush() || !lines.flush()) {
        return forms::Refusal{"'" + folder.string() + "' cannot be written"};
    }
    return {};
}

}  // namespace

forms::Accepted<std::uint64_t> save_fixture(ApiClient& api, const std::string& folder) {
    STATOR_TRY(const auto names, table_names(api));
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return forms::Refusal{"'" + folder + "' cannot be made: " + error.message()};
    for (const std::string& name : names) STATOR_CHECK(save_table(api, name, folder));
    return static_cast<std::uint64_t>(names.size());
}

}  // namespace stator::emulator::moves
