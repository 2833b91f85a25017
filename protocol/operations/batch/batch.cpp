#include "protocol/operations/batch/batch.hpp"

#include <algorithm>
#include <set>

#include "protocol/base/limits.hpp"
#include "protocol/errors/batch.hpp"
#include "protocol/errors/constraints.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/requests.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/expression/legacy/legacy.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::batch {
namespace {

using wire::JsonView;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

const Shape kKeys{.type = ShapeType::List, .element = &shapes::kAttributeMap};
const Member kKeysAndAttributesMembers[] = {
    {"Keys", &kKeys, true},
    {"AttributesToGet", &shapes::kAttributesToGet},
    {"ConsistentRead", &shapes::kBoolean},
    {"ProjectionExpression", &shapes::kText},
    {"ExpressionAttributeNames", &shapes::kNames},
};
const Shape kKeysAndAttributes{
    .class_name = "KeysAndAttributes", .members = kKeysAndAttributesMembers};
const Shape kGetMap{.type = ShapeType::Map, .element = &kKeysAndAttributes};
const Member kBatchGetMembers[] = {
    {"RequestItems", &kGetMap, true},
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
};
const Shape kBatchGet{.members = kBatchGetMembers};

const Member kDeleteRequestMembers[] = {{"Key", &shapes::kAttributeMap, true}};
const Shape kDeleteRequest{.class_name = "DeleteRequest", .members = kDeleteRequestMembers};
const Member kPutRequestMembers[] = {{"Item", &shapes::kAttributeMap, true}};
const Shape kPutRequest{.class_name = "PutRequest", .members = kPutRequestMembers};
const Member kWriteRequestMembers[] = {
    {"DeleteRequest", &kDeleteRequest},
    {"PutRequest", &kPutRequest},
};
const Shape kWriteRequest{.class_name = "WriteRequest", .members = kWriteRequestMembers};
const Shape kWriteList{.type = ShapeType::List, .element = &kWriteRequest};
const Shape kWriteMap{.type = ShapeType::Map, .element = &kWriteList};
const Member kBatchWriteMembers[] = {
    {"RequestItems", &kWriteMap, true},
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"ReturnItemCollectionMetrics", &shapes::kCollectionMetrics},
};
const Shape kBatchWrite{.members = kBatchWriteMembers};
// AWS: BatchWriteItem reports enum errors first, without any other violations.
// [case BatchWriteItem/member_constraints]
const Member kBatchWriteEnumMembers[] = {
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"ReturnItemCollectionMetrics", &shapes::kCollectionMetrics},
};
const Shape kBatchWriteEnums{.members = kBatchWriteEnumMembers};

bool is_table_name(std::string_view name) {
    if (name.substr(0, 4) == "arn:") return true;
    return name.size() >= 3 && name.size() <= 255 && wire::matches_name_pattern(name);
}

bool has_bad_table_name(JsonView request_items) {
    const auto members = request_items.members();
    return std::any_of(members.begin(), members.end(), [](const auto& member) {
        return !is_table_name(wire::member_name(member));
    });
}

// A Java-like rendering of RequestItems, used in the message about an invalid table name.
void append_java_value(std::string& text, JsonView value) {
    const auto part = [&](std::string_view name, std::string_view key) {
        const auto found = value.is_object() ? value.find(key) : std::nullopt;
        text.append(name).append("=");
        if (!found) {
            text.append("null");
        } else {
            text.append(found->is_string() ? std::string(found->string()) : found->text());
        }
    };
    text.append("AttributeValue(");
    bool first = true;
    for (const auto& [name, key] :
         {std::pair<std::string_view, std::string_view>{"s", "S"},
          {"n", "N"},
          {"b", "B"},
          {"ss", "SS"},
          {"ns", "NS"},
          {"bs", "BS"},
          {"m", "M"},
          {"l", "L"},
          {"nULLValue", "NULL"},
          {"bOOLValue", "BOOL"}}) {
        if (!first) text.append(", ");
        first = false;
        part(name, key);
    }
    text.append(")");
}

void append_java_map(std::string& text, JsonView map) {
    text.append("{");
    bool first = true;
    for (const auto& member : map.members()) {
        if (!first) text.append(", ");
        first = false;
        text.append(wire::member_name(member)).append("=");
        append_java_value(text, JsonView(member.value));
    }
    text.append("}");
}

void append_java_write(std::string& text, JsonView write) {
    const auto put = write.find("PutRequest");
    const auto remove = write.find("DeleteRequest");
    const auto item = put ? put->find("Item") : std::nullopt;
    const auto key = remove ? remove->find("Key") : std::nullopt;
    text.append("WriteRequest(putRequest=");
    if (item) {
        text.append("PutRequest(item=");
        append_java_map(text, *item);
        text.append(", workloadProfileName=null)");
    } else {
        text.append("null");
    }
    text.append(", deleteRequest=");
    if (key) {
        text.append("DeleteRequest(key=");
        append_java_map(text, *key);
        text.append(", workloadProfileName=null)");
    } else {
        text.append("null");
    }
    text.append(")");
}

std::string java_text(JsonView request_items) {
    std::string text = "{";
    for (const auto& member : request_items.members()) {
        if (text.size() > 1) text.append(", ");
        text.append(wire::member_name(member)).append("=");
        const JsonView writes(member.value);
        if (!writes.is_array()) {
            text.append("null");
            continue;
        }
        text.append("[");
        bool first = true;
        for (const auto& write : writes.elements()) {
            if (!first) text.append(", ");
            first = false;
            append_java_write(text, JsonView(write));
        }
        text.append("]");
    }
    return text.append("}");
}

// Appends a violation for each table whose value in RequestItems is null.
void append_null_tables(JsonView request_items, std::vector<std::string>& violations) {
    for (const auto& member : request_items.members()) {
        if (!member.value.IsNull()) continue;
        const std::string path = "requestItems." + std::string(wire::member_name(member));
        violations.push_back(errors::null_member(path + ".member"));
    }
}

Result<void> check_batch_get_constraints(JsonView request, const Reading& reading) {
    const auto request_items = request.find("RequestItems");
    auto violations = wire::constraint_violations(request, kBatchGet);
    if (request_items) append_null_tables(*request_items, violations);
    if (request_items && has_bad_table_name(*request_items)) {
        violations.insert(
            violations.begin(), errors::bad_table_name_violation(request_items->text())
        );
    }
    if (!violations.empty()) return errors::constraints_violated(violations);
    if (request_items->size() == 0)
        return errors::empty_request_items(reading.region, "BatchGetItem");
    std::size_t total = 0;
    for (const auto& member : request_items->members()) {
        const std::size_t count = JsonView(member.value).find("Keys")->size();
        if (count == 0) return errors::no_keys(wire::member_name(member));
        if (count > kMaxBatchGetKeys) return errors::too_many_keys(wire::member_name(member));
        total += count;
    }
    if (total > kMaxBatchGetKeys) return errors::too_many_batch_get_items();
    return {};
}

// A null key has no attributes.
Result<std::vector<values::MutableItemImagePtr>> decode_keys(JsonView keys) {
    std::vector<values::MutableItemImagePtr> images;
    for (const auto& key : keys.elements()) {
        if (key.IsNull()) {
            images.push_back(values::ItemImage::create(0, ""));
            continue;
        }
        STATOR_TRY(auto image, wire::decode_item(JsonView(key), values::Dialect::Current));
        images.push_back(std::move(image));
    }
    return images;
}

// The attributes of a key, sorted.
std::string key_text(JsonView key) {
    if (!key.is_object()) return {};
    std::set<std::string> attributes;
    for (const auto& attribute : key.members()) {
        attributes.insert(
            std::string(wire::member_name(attribute)) + JsonView(attribute.value).text()
        );
    }
    std::string text;
    for (const std::string& attribute : attributes) text.append(attribute).push_back('\n');
    return text;
}

// AWS: keys are compared as sent, so 1 and 1.0 are not duplicates here.
// [case BatchGetItem/duplicate_numbers]
Result<void> check_duplicate_keys(JsonView keys) {
    std::set<std::string> seen;
    for (const auto& key : keys.elements()) {
        if (!seen.insert(key_text(JsonView(key))).second) return errors::duplicate_batch_keys();
    }
    return {};
}

// The options that UnprocessedKeys repeats next to the keys.
std::string repeated_options(JsonView block) {
    std::string text;
    for (const std::string_view name :
         {"ConsistentRead",
          "ProjectionExpression",
          "ExpressionAttributeNames",
          "AttributesToGet"}) {
        const auto member = block.find(name);
        if (!member) continue;
        text.append(",");
        wire::append_json_string(text, name);
        text.append(":").append(member->text());
    }
    return text;
}

Result<BatchGetTable> decode_batch_get_table(
    std::string_view name, JsonView block, const Reading& reading
) {
    STATOR_CHECK(check_mixing(block, {"AttributesToGet"}, {"ProjectionExpression"}));
    STATOR_CHECK(check_names_needed(block, {"ProjectionExpression"}));
    BatchGetTable table;
    table.table_name = name;
    table.consistent = boolean_member(block, "ConsistentRead");
    table.options_json = repeated_options(block);
    STATOR_TRY(
        expression::analysis::ExpressionScope scope,
        expression::analysis::ExpressionScope::decode(
            block.find("ExpressionAttributeNames"), std::nullopt, values::Dialect::Current
        )
    );
    if (const auto text = text_member(block, "ProjectionExpression")) {
        STATOR_TRY(
            table.projection,
            expression::analysis::parse_projection(*text, scope, reading.expressions)
        );
    }
    STATOR_CHECK(scope.check_all_used());
    const JsonView keys = *block.find("Keys");
    STATOR_TRY(table.keys, decode_keys(keys));
    if (const auto names = block.find("AttributesToGet")) {
        STATOR_TRY(table.projection, expression::legacy::decode_attributes_to_get(*names));
    }
    STATOR_CHECK(check_duplicate_keys(keys));
    return table;
}

// AWS: one table may not use AttributesToGet while another uses a ProjectionExpression.
// [case BatchGetItem/mixed_tables]
Result<void> check_mixing_across_tables(JsonView request_items) {
    bool legacy = false;
    bool expression = false;
    for (const auto& member : request_items.members()) {
        const JsonView block(member.value);
        legacy = legacy || block.find("AttributesToGet").has_value();
        expression = expression || block.find("ProjectionExpression").has_value();
    }
    if (!legacy || !expression) return {};
    return errors::mixed_parameters("AttributesToGet", "ProjectionExpression");
}

}  // namespace

const wire::Shape kBatchGetItemShape = kBatchGet;
const wire::Shape kBatchWriteItemShape = kBatchWrite;

Result<BatchGetRequest> decode_batch_get_item(JsonView request, const Reading& reading) {
    STATOR_CHECK(wire::check_types(request, kBatchGet));
    STATOR_CHECK(check_batch_get_constraints(request, reading));
    BatchGetRequest get;
    get.capacity = capacity_report(request.string_or_empty("ReturnConsumedCapacity"));
    const JsonView request_items = *request.find("RequestItems");
    STATOR_CHECK(check_mixing_across_tables(request_items));
    for (const auto& member : request_items.members()) {
        STATOR_TRY(
            BatchGetTable table,
            decode_batch_get_table(wire::member_name(member), JsonView(member.value), reading)
        );
        get.tables.push_back(std::move(table));
    }
    return get;
}

namespace {

// AWS: rejects a table whose value is null. [case BatchWriteItem/null_table]
Result<void> check_batch_write_constraints(JsonView request, const Reading& reading) {
    STATOR_CHECK(wire::check_constraints(request, kBatchWriteEnums));
    const auto request_items = request.find("RequestItems");
    if (request_items && request_items->size() == 0) {
        return errors::empty_request_items(reading.region, "BatchWriteItem");
    }
    if (request_items && has_bad_table_name(*request_items)) {
        const std::string violation = errors::bad_table_name_violation(java_text(*request_items));
        return errors::constraint_violated(violation);
    }
    if (request_items) {
        std::vector<std::string> violations;
        append_null_tables(*request_items, violations);
        if (!violations.empty()) return errors::constraints_violated(violations);
        for (const auto& member : request_items->members()) {
            const std::size_t count = JsonView(member.value).size();
            if (count == 0) return errors::empty_write_list(wire::member_name(member));
            if (count > kMaxBatchWriteRequests) {
                const std::string shown = java_text(*request_items);
                return errors::too_many_writes(reading.region, wire::member_name(member), shown);
            }
        }
    }
    STATOR_CHECK(wire::check_constraints(request, kBatchWrite));
    std::size_t total = 0;
    for (const auto& member : request_items->members()) total += JsonView(member.value).size();
    if (total > kMaxBatchWriteRequests) return errors::too_many_batch_write_items();
    return {};
}

Result<BatchWrite> decode_write(JsonView write) {
    const auto put = write.find("PutRequest");
    const auto remove = write.find("DeleteRequest");
    // AWS: uses the same message for both and for neither. [case BatchWriteItem/request_element]
    if (put.has_value() == remove.has_value()) return errors::value_has_several_types();
    BatchWrite decoded;
    decoded.is_put = put.has_value();
    const JsonView attributes = put ? *put->find("Item") : *remove->find("Key");
    STATOR_TRY(decoded.image, wire::decode_item(attributes, values::Dialect::Older));
    if (decoded.is_put && decoded.image->item_size() > kMaxItemBytes) {
        return errors::item_too_large();
    }
    return decoded;
}

}  // namespace

Result<BatchWriteRequest> decode_batch_write_item(JsonView request, const Reading& reading) {
    STATOR_CHECK(wire::check_types(request, kBatchWrite));
    STATOR_CHECK(check_batch_write_constraints(request, reading));
    BatchWriteRequest batch;
    batch.capacity = capacity_report(request.string_or_empty("ReturnConsumedCapacity"));
    batch.collection_metrics = request.string_or_empty("ReturnItemCollectionMetrics") == "SIZE";
    for (const auto& member : request.find("RequestItems")->members()) {
        BatchWriteTable table;
        table.table_name = wire::member_name(member);
        for (const auto& write : member.value.GetArray()) {
            STATOR_TRY(BatchWrite decoded, decode_write(JsonView(write)));
            table.writes.push_back(std::move(decoded));
        }
        batch.tables.push_back(std::move(table));
    }
    return batch;
}

}  // namespace stator::protocol::operations::batch
