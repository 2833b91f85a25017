#include "conformance/generate/request_writer.hpp"

namespace stator::conformance::generate {

void RequestWriter::add_source(
    ObjectText& request, const KnownTable& table, const IndexShape* index
) {
    request.add_text("TableName", table.shape.name);
    if (index != nullptr) request.add_text("IndexName", index->name);
    const bool is_global = index != nullptr && !index->is_local;
    if (random_.percent(is_global ? 3U : 40U)) request.add("ConsistentRead", "true");
    if (random_.percent(10)) {
        request.add_text("Select", random_.one_of({"COUNT", "ALL_ATTRIBUTES"}));
    } else if (index != nullptr && random_.percent(10)) {
        request.add_text("Select", "ALL_PROJECTED_ATTRIBUTES");
    }
    if (random_.percent(25)) request.add("Limit", std::to_string(random_.between(1, 6)));
    add_return_consumed_capacity(request);
}

void RequestWriter::add_filter_and_projection(
    ObjectText& request, ExpressionWriter& expressions, const KnownTable& table
) {
    if (random_.percent(30)) {
        request.add_text("FilterExpression", expressions.condition());
    }
    if (random_.percent(25)) {
        ExpressionWriter plain(random_, values_, item_of(table));
        request.add_text("ProjectionExpression", random_.one_of({"a, b", "pk", "d", "a, l[0]"}));
    }
}

void RequestWriter::add_start_key(
    ObjectText& request, const KnownTable& table, const IndexShape* index
) {
    Item key = key_in(table);
    const Item* item = item_of(table);
    if (item != nullptr && random_.percent(70)) key = key_of(*item, table.shape.keys);
    if (index != nullptr) {
        for (const KeyAttribute& part : {index->keys.hash, index->keys.range}) {
            if (part.name.empty() || key.contains(part.name)) continue;
            const bool is_known = item != nullptr && item->contains(part.name);
            key[part.name] = is_known ? item->at(part.name) : values_.key_value(part.type);
        }
    }
    request.add("ExclusiveStartKey", item_text(key));
}

Request RequestWriter::query() {
    const KnownTable& table = this->table();
    const bool has_index = !table.shape.indexes.empty() && random_.percent(45);
    const IndexShape* index = has_index ? &random_.one_of(table.shape.indexes) : nullptr;
    const KeyShape& keys = index == nullptr ? table.shape.keys : index->keys;
    const Item* item = item_of(table);
    const Item key = item == nullptr || random_.percent(20) ? Item{} : *item;
    ObjectText request;
    add_source(request, table, index);
    if (random_.percent(12)) {
        add_key_conditions(request, keys, key);
        if (random_.percent(40)) add_legacy_filter(request, "QueryFilter", table);
        if (random_.percent(20)) add_attributes_to_get(request);
    } else {
        ExpressionWriter expressions(random_, values_, item);
        request.add_text("KeyConditionExpression", expressions.key_condition(keys, key));
        expressions.avoid(keys);
        add_filter_and_projection(request, expressions, table);
        expressions.add_placeholders(request);
    }
    if (random_.percent(40)) request.add("ScanIndexForward", random_.one_of({"true", "false"}));
    if (random_.percent(12)) add_start_key(request, table, index);
    return {"Query", request.text()};
}

Request RequestWriter::scan() {
    const KnownTable& table = this->table();
    const bool has_index = !table.shape.indexes.empty() && random_.percent(40);
    const IndexShape* index = has_index ? &random_.one_of(table.shape.indexes) : nullptr;
    ObjectText request;
    add_source(request, table, index);
    if (random_.percent(15)) {
        if (random_.percent(60)) add_legacy_filter(request, "ScanFilter", table);
        if (random_.percent(30)) add_attributes_to_get(request);
    } else {
        ExpressionWriter expressions(random_, values_, item_of(table));
        add_filter_and_projection(request, expressions, table);
        expressions.add_placeholders(request);
    }
    if (random_.percent(12)) {
        const int total = random_.between(1, 5);
        request.add("TotalSegments", std::to_string(total));
        request.add("Segment", std::to_string(random_.between(0, total - 1)));
    }
    if (random_.percent(12)) add_start_key(request, table, index);
    return {"Scan", request.text()};
}

}  // namespace stator::conformance::generate
