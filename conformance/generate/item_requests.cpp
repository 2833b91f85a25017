#include "conformance/generate/request_writer.hpp"

namespace stator::conformance::generate {

RequestWriter::RequestWriter(Random& random, const std::vector<KnownTable>& tables)
    : random_(random), tables_(tables), values_(random) {}

Request RequestWriter::any() {
    switch (random_.weighted({8, 14, 14, 8, 14, 8, 4, 5, 3, 6, 9, 3, 3, 3})) {
        case 0: return get_item();
        case 1: return put_item();
        case 2: return update_item();
        case 3: return delete_item();
        case 4: return query();
        case 5: return scan();
        case 6: return batch_get_item();
        case 7: return batch_write_item();
        case 8: return transact_get_items();
        case 9: return transact_write_items();
        case 10: return execute_statement();
        case 11: return batch_execute_statement();
        case 12: return execute_transaction();
        default: return table_operation();
    }
}

const KnownTable& RequestWriter::table() {
    return random_.one_of(tables_);
}

const Item* RequestWriter::item_of(const KnownTable& table) {
    return table.items.empty() ? nullptr : &random_.one_of(table.items);
}

Item RequestWriter::key_in(const KnownTable& table) {
    const Item* item = item_of(table);
    if (item == nullptr || random_.percent(35)) return values_.key(table.shape.keys);
    return key_of(*item, table.shape.keys);
}

void RequestWriter::add_return_consumed_capacity(ObjectText& request) {
    if (random_.percent(30)) return;
    request.add_text(
        "ReturnConsumedCapacity", random_.one_of({"INDEXES", "INDEXES", "TOTAL", "NONE"})
    );
}

void RequestWriter::add_return_values(ObjectText& request, bool is_update) {
    if (random_.percent(40)) return;
    const std::string value =
        is_update ? random_.one_of({"ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW", "NONE"})
                  : random_.one_of({"ALL_OLD", "NONE"});
    request.add_text("ReturnValues", value);
}

void RequestWriter::add_write_extras(ObjectText& request) {
    add_return_consumed_capacity(request);
    if (random_.percent(15)) request.add_text("ReturnItemCollectionMetrics", "SIZE");
    if (random_.percent(25)) request.add_text("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
}

Request RequestWriter::get_item() {
    const KnownTable& table = this->table();
    ObjectText request;
    request.add_text("TableName", table.shape.name).add("Key", item_text(key_in(table)));
    if (random_.percent(40)) {
        ExpressionWriter expressions(random_, values_, item_of(table));
        request.add_text("ProjectionExpression", expressions.projection());
        expressions.add_placeholders(request);
    } else if (random_.percent(15)) {
        add_attributes_to_get(request);
    }
    if (random_.percent(50)) request.add("ConsistentRead", random_.one_of({"true", "false"}));
    add_return_consumed_capacity(request);
    return {"GetItem", request.text()};
}

Request RequestWriter::put_item() {
    const KnownTable& table = this->table();
    const Item* old = item_of(table);
    Item item = values_.item(table.shape);
    if (old != nullptr && random_.percent(50)) {
        for (const auto& [name, value] : key_of(*old, table.shape.keys)) item[name] = value;
    }
    ObjectText request;
    request.add_text("TableName", table.shape.name).add("Item", item_text(item));
    if (random_.percent(30)) {
        ExpressionWriter expressions(random_, values_, old);
        request.add_text("ConditionExpression", expressions.condition());
        expressions.add_placeholders(request);
    } else if (random_.percent(10)) {
        add_expected(request, old);
    }
    add_return_values(request, false);
    add_write_extras(request);
    return {"PutItem", request.text()};
}

Request RequestWriter::update_item() {
    const KnownTable& table = this->table();
    const Item* old = item_of(table);
    const bool meets_item = old != nullptr && random_.percent(75);
    const Item key = meets_item ? key_of(*old, table.shape.keys) : values_.key(table.shape.keys);
    ObjectText request;
    request.add_text("TableName", table.shape.name).add("Key", item_text(key));
    if (random_.percent(12)) {
        add_attribute_updates(request, table, old);
        if (random_.percent(35)) add_expected(request, old);
    } else {
        ExpressionWriter expressions(random_, values_, old);
        expressions.avoid(table.shape.keys);
        if (random_.percent(94)) request.add_text("UpdateExpression", expressions.update());
        if (random_.percent(30)) {
            request.add_text("ConditionExpression", expressions.condition());
        }
        expressions.add_placeholders(request);
    }
    add_return_values(request, true);
    add_write_extras(request);
    return {"UpdateItem", request.text()};
}

Request RequestWriter::delete_item() {
    const KnownTable& table = this->table();
    ObjectText request;
    request.add_text("TableName", table.shape.name).add("Key", item_text(key_in(table)));
    if (random_.percent(35)) {
        ExpressionWriter expressions(random_, values_, item_of(table));
        request.add_text("ConditionExpression", expressions.condition());
        expressions.add_placeholders(request);
    } else if (random_.percent(10)) {
        add_expected(request, item_of(table));
    }
    add_return_values(request, false);
    add_write_extras(request);
    return {"DeleteItem", request.text()};
}

}  // namespace stator::conformance::generate
