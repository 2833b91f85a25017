#include "conformance/hunt/normal_form.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace stator::conformance::hunt {
namespace {

constexpr std::array<std::string_view, 20> kDropped{
    "TableId",
    "TableArn",
    "IndexArn",
    "LatestStreamArn",
    "LatestStreamLabel",
    "CreationDateTime",
    "LastUpdateToPayPerRequestDateTime",
    "LastIncreaseDateTime",
    "LastDecreaseDateTime",
    "ItemCount",
    "TableSizeBytes",
    "IndexSizeBytes",
    "NextToken",
    "WarmThroughput",
    "EarliestRestorableDateTime",
    "LatestRestorableDateTime",
    "NumberOfDecreasesToday",
    "LastEvaluatedTableName",
    "BillingModeSummary",
    "DeletionProtectionEnabled"};

constexpr std::array<std::string_view, 7> kUnordered{
    "SS",
    "NS",
    "BS",
    "AttributeDefinitions",
    "GlobalSecondaryIndexes",
    "LocalSecondaryIndexes",
    "NonKeyAttributes"};

template <class Names>
bool is_one_of(std::string_view name, const Names& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

void sort_elements(Json& list) {
    std::vector<std::pair<std::string, Json>> elements;
    for (Json& element : list.GetArray())
        elements.emplace_back(to_text(element), std::move(element));
    std::sort(elements.begin(), elements.end(), [](const auto& left, const auto& right) {
        return left.first < right.first;
    });
    for (rapidjson::SizeType i = 0; i < list.Size(); ++i) list[i] = std::move(elements[i].second);
}

void sort_members(Json& object) {
    std::sort(object.MemberBegin(), object.MemberEnd(), [](const auto& left, const auto& right) {
        return text_of(left.name) < text_of(right.name);
    });
}

void normalise(Json& value, bool is_item) {
    if (value.IsArray()) {
        for (Json& element : value.GetArray()) normalise(element, is_item);
    }
    if (!value.IsObject()) return;
    for (auto member = value.MemberBegin(); member != value.MemberEnd();) {
        if (!is_item && is_one_of(text_of(member->name), kDropped)) {
            member = value.EraseMember(member);
            continue;
        }
        const std::string_view name = text_of(member->name);
        const bool holds_items = name == "Items" || name == "Item" || name == "Attributes" ||
                                 name == "Responses" || name == "UnprocessedItems";
        normalise(member->value, is_item || holds_items);
        if (member->value.IsArray() && is_one_of(name, kUnordered)) sort_elements(member->value);
        ++member;
    }
    sort_members(value);
}

Json* member_of(Json& object, std::string_view name) {
    return const_cast<Json*>(find_member(object, name));
}

void sort_rows(JsonDocument& reply) {
    Json* rows = member_of(reply, "Items");
    if (rows != nullptr && rows->IsArray()) sort_elements(*rows);
}

/// The order of Scans and of equal index keys depends on the server's own hashes.
void treat_rows(const generate::Request& request, JsonDocument& reply) {
    const std::string& body = request.body;
    const auto has = [&](std::string_view member) {
        return body.find(member) != std::string::npos;
    };
    const bool is_scan = request.operation == "Scan" || request.operation == "ExecuteStatement";
    const bool is_page = has("\"Limit\"") || has("\"ExclusiveStartKey\"") || has("\"Segment\"");
    const bool is_free = is_scan || has("\"IndexName\"");
    if (!is_free) return;
    if (!is_page) return sort_rows(reply);
    for (const char* member :
         {"Items", "Count", "ScannedCount", "LastEvaluatedKey", "ConsumedCapacity"}) {
        reply.RemoveMember(member);
    }
}

}  // namespace

void normalise_reply(const generate::Request& request, JsonDocument& reply) {
    if (!reply.IsObject()) return;
    normalise(reply, false);
    treat_rows(request, reply);
    if (request.operation == "ListTables") reply.RemoveMember("TableNames");
    if (request.operation == "BatchGetItem") {
        Json* responses = member_of(reply, "Responses");
        if (responses == nullptr || !responses->IsObject()) return;
        for (auto& table : responses->GetObject()) {
            if (table.value.IsArray()) sort_elements(table.value);
        }
    }
    Json* capacities = member_of(reply, "ConsumedCapacity");
    if (capacities != nullptr && capacities->IsArray()) sort_elements(*capacities);
}

std::string normal_item_text(const Json& item) {
    JsonDocument copy;
    copy.CopyFrom(item, copy.GetAllocator());
    normalise(copy, true);
    return to_text(copy);
}

}  // namespace stator::conformance::hunt
