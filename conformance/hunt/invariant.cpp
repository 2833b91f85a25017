#include "conformance/hunt/invariant.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "conformance/generate/json_text.hpp"
#include "conformance/hunt/normal_form.hpp"
#include "conformance/hunt/stream_history.hpp"

namespace stator::conformance::hunt {
namespace {

using generate::in_quotes;
using generate::KnownTable;
using generate::ObjectText;
using generate::Request;

using Rows = std::vector<std::string>;

/// Returns the request with one member added or replaced. An empty `json` removes it.
Request with(const Request& request, std::string_view name, std::string_view json) {
    JsonDocument body = parse_json(request.body);
    const Json key = make_string(name, body.GetAllocator());
    body.RemoveMember(key);
    if (!json.empty()) {
        Json value;
        value.CopyFrom(parse_json(json), body.GetAllocator());
        body.AddMember(make_string(name, body.GetAllocator()), value, body.GetAllocator());
    }
    return {request.operation, to_text(body)};
}

/// Reads a reply's rows as texts. Returns false if the request did not succeed.
bool rows_of(const Answer& answer, Rows& rows) {
    if (!answer.is_success()) return false;
    const JsonDocument body = parse_json(answer.body);
    const Json* items = find_member(body, "Items");
    if (items == nullptr) return false;
    for (const Json& item : items->GetArray()) rows.push_back(normal_item_text(item));
    return true;
}

bool is_whole(const Answer& answer) {
    return answer.body.find("\"LastEvaluatedKey\"") == std::string::npos;
}

std::string counted(const Rows& rows) {
    return std::to_string(rows.size()) + " rows";
}

Rows sorted(Rows rows) {
    std::sort(rows.begin(), rows.end());
    return rows;
}

/// Returns a valid read of all items that pass a key condition or filter, in one page.
Request plan_read(const KnownTable& table, Random& random, bool is_query) {
    const std::vector<KnownTable> tables{table};
    generate::RequestWriter writer(random, tables);
    Request request = is_query ? writer.query() : writer.scan();
    for (const char* member :
         {"Limit", "ExclusiveStartKey", "Segment", "TotalSegments", "Select"}) {
        request = with(request, member, "");
    }
    const bool is_global = request.body.find("\"global\"") != std::string::npos ||
                           request.body.find("\"other\"") != std::string::npos;
    return with(request, "ConsistentRead", is_global ? "" : "true");
}

Request plan_query(const KnownTable& table, Random& random) {
    return plan_read(table, random, true);
}

Request plan_any_read(const KnownTable& table, Random& random) {
    return plan_read(table, random, random.percent(50));
}

Request plan_scan(const KnownTable& table, Random& random) {
    return plan_read(table, random, false);
}

std::string judge_pages(Side& side, const KnownTable& table, const Request& request) {
    Rows whole;
    const Answer answer = side.call(request);
    if (!rows_of(answer, whole) || !is_whole(answer)) return "";
    Rows pages;
    Request next = with(request, "Limit", "2");
    const std::size_t pages_max = table.items.size() + 3;
    for (std::size_t page = 0; page < pages_max; ++page) {
        const Answer part = side.call(next);
        if (!rows_of(part, pages)) return "a page is refused: " + part.body;
        const JsonDocument body = parse_json(part.body);
        const Json* last = find_member(body, "LastEvaluatedKey");
        if (last == nullptr) {
            if (pages == whole) return "";
            return "pages of 2 have " + counted(pages) + ", one page has " + counted(whole) +
                   (sorted(pages) == sorted(whole) ? " in another order" : "");
        }
        next = with(next, "ExclusiveStartKey", to_text(*last));
    }
    return "the pages do not end";
}

std::string judge_reversal(Side& side, const KnownTable& /*table*/, const Request& request) {
    Rows forward;
    Rows backward;
    const Answer answer = side.call(with(request, "ScanIndexForward", "true"));
    if (!rows_of(answer, forward) || !is_whole(answer)) return "";
    if (!rows_of(side.call(with(request, "ScanIndexForward", "false")), backward)) {
        return "backwards the Query is refused";
    }
    std::reverse(backward.begin(), backward.end());
    if (forward == backward) return "";
    return "backwards there are " + counted(backward) + ", forwards " + counted(forward);
}

std::string judge_segments(Side& side, const KnownTable& /*table*/, const Request& request) {
    Rows whole;
    const Answer answer = side.call(request);
    if (!rows_of(answer, whole) || !is_whole(answer)) return "";
    Rows segments;
    const Request part = with(request, "TotalSegments", "3");
    for (const char* segment : {"0", "1", "2"}) {
        if (!rows_of(side.call(with(part, "Segment", segment)), segments)) {
            return "a segment is refused";
        }
    }
    if (sorted(segments) == sorted(whole)) return "";
    return "three segments have " + counted(segments) + ", the Scan has " + counted(whole);
}

double units_of(const Answer& answer) {
    const JsonDocument body = parse_json(answer.body);
    const Json* capacity = find_member(body, "ConsumedCapacity");
    const Json* units = capacity == nullptr ? nullptr : find_member(*capacity, "CapacityUnits");
    return units != nullptr && units->IsNumber() ? units->GetDouble() : -1;
}

std::string judge_consistency_cost(
    Side& side, const KnownTable& /*table*/, const Request& request
) {
    const Request counted = with(request, "ReturnConsumedCapacity", in_quotes("TOTAL"));
    const Answer consistent = side.call(with(counted, "ConsistentRead", "true"));
    const Answer eventual = side.call(with(counted, "ConsistentRead", "false"));
    if (!consistent.is_success() || !eventual.is_success()) return "";
    if (std::abs(units_of(consistent) - 2 * units_of(eventual)) < 0.01) return "";
    return "a consistent read costs " + std::to_string(units_of(consistent)) +
           " units, an eventually consistent one " + std::to_string(units_of(eventual));
}

Request plan_index_scan(const KnownTable& table, Random& random) {
    if (table.shape.indexes.empty()) return {};
    ObjectText request;
    request.add_text("TableName", table.shape.name);
    request.add_text("IndexName", random.one_of(table.shape.indexes).name);
    return {"Scan", request.text()};
}

bool is_projected(
    const generate::IndexShape& index, const KnownTable& table, const std::string& name
) {
    if (index.projection == "ALL") return true;
    const std::string keys[] = {
        index.keys.hash.name,
        index.keys.range.name,
        table.shape.keys.hash.name,
        table.shape.keys.range.name};
    return std::find(std::begin(keys), std::end(keys), name) != std::end(keys) ||
           std::find(index.included.begin(), index.included.end(), name) != index.included.end();
}

bool is_key_of_type(const generate::Item& item, const generate::KeyAttribute& part) {
    if (part.name.empty()) return true;
    const auto found = item.find(part.name);
    return found != item.end() && found->second.starts_with("{\"" + part.type + "\":");
}

std::string judge_index(Side& side, const KnownTable& table, const Request& request) {
    const JsonDocument body = parse_json(request.body);
    const std::string_view name = text_of(*find_member(body, "IndexName"));
    const auto index = std::find_if(
        table.shape.indexes.begin(),
        table.shape.indexes.end(),
        [&](const generate::IndexShape& one) { return one.name == name; }
    );
    std::vector<generate::Item> items;
    if (!side.read_all(table.shape.name, items)) return "";
    Rows expected;
    for (const generate::Item& item : items) {
        const bool is_in =
            is_key_of_type(item, index->keys.hash) && is_key_of_type(item, index->keys.range);
        if (!is_in) continue;
        generate::Item entry;
        for (const auto& member : item) {
            if (is_projected(*index, table, member.first)) entry.insert(member);
        }
        expected.push_back(normal_item_text(parse_json(generate::item_text(entry))));
    }
    Rows rows;
    const Answer answer = side.call(request);
    if (!rows_of(answer, rows) || !is_whole(answer) || sorted(rows) == sorted(expected)) return "";
    return "the index has " + counted(rows) + ", the table has " + counted(expected) + " for it";
}

constexpr Invariant kInvariants[] = {
    {"pages", plan_any_read, judge_pages},
    {"reversed order", plan_query, judge_reversal},
    {"segments", plan_scan, judge_segments},
    {"cost of consistency",
     [](const KnownTable& table, Random& random) {
         const Request request = plan_read(table, random, random.percent(50));
         const bool is_global = request.body.find("ConsistentRead") == std::string::npos;
         return is_global ? Request{} : request;
     },
     judge_consistency_cost},
    {"index against table", plan_index_scan, judge_index},
    {"stream against history", plan_stream, judge_stream},
};

std::string fault_of_capacity(const Json& capacity) {
    const Json* total = find_member(capacity, "CapacityUnits");
    const Json* table = find_member(capacity, "Table");
    if (total == nullptr || !total->IsNumber() || table == nullptr) return "";
    const Json* table_units = find_member(*table, "CapacityUnits");
    double sum = table_units == nullptr ? 0 : table_units->GetDouble();
    for (const char* member : {"LocalSecondaryIndexes", "GlobalSecondaryIndexes"}) {
        const Json* indexes = find_member(capacity, member);
        if (indexes == nullptr || !indexes->IsObject()) continue;
        for (const auto& index : indexes->GetObject()) {
            const Json* units = find_member(index.value, "CapacityUnits");
            if (units != nullptr && units->IsNumber()) sum += units->GetDouble();
        }
    }
    if (std::abs(sum - total->GetDouble()) < 0.01) return "";
    return "table and indexes add up to " + std::to_string(sum) + " units, the total is " +
           std::to_string(total->GetDouble());
}

}  // namespace

std::span<const Invariant> invariants() {
    return kInvariants;
}

std::string fault_of_reply(const Request& request, const Answer& answer) {
    if (!answer.is_success()) return "";
    const JsonDocument body = parse_json(answer.body);
    const Json* capacity = find_member(body, "ConsumedCapacity");
    // AWS adds the failed members of a batch of statements only to the total.
    if (capacity != nullptr && request.operation != "BatchExecuteStatement") {
        if (capacity->IsObject()) {
            if (std::string fault = fault_of_capacity(*capacity); !fault.empty()) return fault;
        } else if (capacity->IsArray()) {
            for (const Json& one : capacity->GetArray()) {
                if (std::string fault = fault_of_capacity(one); !fault.empty()) return fault;
            }
        }
    }
    const Json* count = find_member(body, "Count");
    const Json* scanned = find_member(body, "ScannedCount");
    if (count == nullptr || scanned == nullptr) return "";
    if (count->GetInt64() > scanned->GetInt64()) return "Count is above ScannedCount";
    const Json* items = find_member(body, "Items");
    if (items == nullptr || items->Size() == count->GetUint()) return "";
    return "Count is " + std::to_string(count->GetInt64()) + " for " +
           std::to_string(items->Size()) + " items";
}

}  // namespace stator::conformance::hunt
