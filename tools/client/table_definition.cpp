#include "tools/client/table_definition.hpp"

#include "protocol/base/result.hpp"
#include "tools/client/replies.hpp"

namespace stator::tools::client {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

void copy_member(JsonWriter& json, JsonView from, std::string_view name) {
    const auto value = from.find(name);
    if (!value) return;
    json.raw_member(name, value->text());
}

void write_throughput(JsonWriter& json, JsonView from) {
    const auto throughput = from.find("ProvisionedThroughput");
    if (!throughput) return;
    json.begin_object("ProvisionedThroughput");
    copy_member(json, *throughput, "ReadCapacityUnits");
    copy_member(json, *throughput, "WriteCapacityUnits");
    json.end_object();
}

void write_indexes(JsonWriter& json, JsonView table, std::string_view name, bool is_provisioned) {
    const auto indexes = table.find(name);
    if (!indexes || !indexes->is_array() || indexes->size() == 0) return;
    json.begin_array(name);
    for (const auto& element : indexes->elements()) {
        const JsonView index(element);
        json.begin_object();
        for (const char* member :
             {"IndexName",
              "KeySchema",
              "VectorAttribute",
              "SearchSchema",
              "Projection",
              "Dimensions",
              "DistanceFunction"}) {
            copy_member(json, index, member);
        }
        if (is_provisioned) write_throughput(json, index);
        json.end_object();
    }
    json.end_array();
}

}  // namespace

emulator::Accepted<std::vector<std::string>> table_names(ApiClient& api) {
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

emulator::Accepted<std::optional<JsonDocument>> find_table(
    ApiClient& api, const std::string& table
) {
    using Found = emulator::Accepted<std::optional<JsonDocument>>;
    auto reply = api.call("DescribeTable", table_request(table));
    const auto* const failure = std::get_if<ApiFailure>(&reply);
    if (failure != nullptr && failure->type == "ResourceNotFoundException") {
        return Found(boost::system::in_place_value, std::nullopt);
    }
    STATOR_TRY(JsonDocument described, document_of(std::move(reply)));
    const auto inner = described.root().find("Table");
    if (!inner || !inner->is_object()) {
        return emulator::Refusal{"the server says nothing of the table " + table};
    }
    return Found(boost::system::in_place_value, std::move(described));
}

emulator::Accepted<JsonDocument> made_table(
    ApiClient& api, const std::string& table, std::string_view remedy
) {
    constexpr int kMostWaits = 60;
    for (int attempt = 1;; ++attempt) {
        STATOR_TRY(auto found, find_table(api, table));
        if (!found) return emulator::Refusal{"there is no table " + table + std::string(remedy)};
        const std::string_view status = found->root().find("Table")->string_or_empty("TableStatus");
        if (status != "CREATING") {
            return emulator::Accepted<JsonDocument>(
                boost::system::in_place_value, *std::move(found)
            );
        }
        if (attempt == kMostWaits) return emulator::Refusal{table + " stays CREATING"};
        api.back_off(attempt);
    }
}

protocol::values::AttributeType scalar_type_from(std::string_view text) {
    using protocol::values::AttributeType;
    if (text == "N") return AttributeType::Number;
    return text == "B" ? AttributeType::Binary : AttributeType::String;
}

std::vector<protocol::values::AttributeDefinition> key_attributes(JsonView table) {
    std::vector<protocol::values::AttributeDefinition> keys;
    const auto schema = table.find("KeySchema");
    const auto attributes = table.find("AttributeDefinitions");
    if (!schema || !attributes) return keys;
    for (const auto& element : schema->elements()) {
        const std::string_view name = JsonView(element).string_or_empty("AttributeName");
        for (const auto& definition : attributes->elements()) {
            const JsonView attribute(definition);
            if (attribute.string_or_empty("AttributeName") != name) continue;
            keys.push_back(
                {std::string(name), scalar_type_from(attribute.string_or_empty("AttributeType"))}
            );
        }
    }
    return keys;
}

emulator::Accepted<std::string> time_to_live_of(ApiClient& api, const std::string& table) {
    STATOR_TRY(
        const JsonDocument lives, document_of(api.call("DescribeTimeToLive", table_request(table)))
    );
    const auto description = lives.root().find("TimeToLiveDescription");
    std::string attribute;
    // A description with Time to Live being disabled still contains the attribute.
    if (description && !description->string_or_empty("TimeToLiveStatus").starts_with("DISABL")) {
        attribute = description->string_or_empty("AttributeName");
    }
    return emulator::Accepted<std::string>(boost::system::in_place_value, std::move(attribute));
}

std::string definition_of(
    JsonView table, const std::string& time_to_live, const std::string& name
) {
    const auto summary = table.find("BillingModeSummary");
    const bool is_provisioned =
        !summary || summary->string_or_empty("BillingMode") != "PAY_PER_REQUEST";
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.string_member("TableName", name.empty() ? table.string_or_empty("TableName") : name);
        for (const char* member : {"AttributeDefinitions", "KeySchema"}) {
            copy_member(json, table, member);
        }
        json.string_member("BillingMode", is_provisioned ? "PROVISIONED" : "PAY_PER_REQUEST");
        if (is_provisioned) write_throughput(json, table);
        write_indexes(json, table, "GlobalSecondaryIndexes", is_provisioned);
        write_indexes(json, table, "LocalSecondaryIndexes", false);
        write_indexes(json, table, "VectorIndexes", false);
        copy_member(json, table, "StreamSpecification");
        if (!time_to_live.empty()) {
            json.begin_object("TimeToLiveSpecification");
            json.boolean_member("Enabled", true);
            json.string_member("AttributeName", time_to_live);
            json.end_object();
        }
    });
}

}  // namespace stator::tools::client
