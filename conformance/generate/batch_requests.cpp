#include <set>

#include "conformance/generate/request_writer.hpp"

namespace stator::conformance::generate {

Request RequestWriter::batch_get_item() {
    ObjectText requested;
    for (const KnownTable& table : tables_) {
        if (random_.percent(40) && !requested.is_empty()) continue;
        std::set<std::string> keys;
        for (int i = random_.between(1, 4); i > 0; --i) keys.insert(item_text(key_in(table)));
        ObjectText part;
        part.add("Keys", list_text({keys.begin(), keys.end()}));
        if (random_.percent(30)) part.add("ConsistentRead", "true");
        if (random_.percent(25)) {
            ExpressionWriter expressions(random_, values_, item_of(table));
            part.add_text("ProjectionExpression", expressions.projection());
            expressions.add_placeholders(part);
        } else if (random_.percent(8)) {
            add_attributes_to_get(part);
        }
        requested.add(table.shape.name, part.text());
    }
    ObjectText request;
    request.add("RequestItems", requested.text());
    add_return_consumed_capacity(request);
    return {"BatchGetItem", request.text()};
}

Request RequestWriter::batch_write_item() {
    ObjectText requested;
    for (const KnownTable& table : tables_) {
        if (random_.percent(50) && !requested.is_empty()) continue;
        std::map<std::string, std::string> writes;
        for (int i = random_.between(1, 4); i > 0; --i) {
            const Item key = key_in(table);
            Item item = values_.item(table.shape);
            for (const auto& [name, value] : key) item[name] = value;
            const std::string put = ObjectText().add("Item", item_text(item)).text();
            const std::string gone = ObjectText().add("Key", item_text(key)).text();
            writes[item_text(key)] = random_.percent(70)
                                         ? ObjectText().add("PutRequest", put).text()
                                         : ObjectText().add("DeleteRequest", gone).text();
        }
        std::vector<std::string> texts;
        for (const auto& [key, write] : writes) texts.push_back(write);
        requested.add(table.shape.name, list_text(texts));
    }
    ObjectText request;
    request.add("RequestItems", requested.text());
    add_return_consumed_capacity(request);
    if (random_.percent(15)) request.add_text("ReturnItemCollectionMetrics", "SIZE");
    return {"BatchWriteItem", request.text()};
}

std::string RequestWriter::get_part(const KnownTable& table) {
    ObjectText get;
    get.add_text("TableName", table.shape.name).add("Key", item_text(key_in(table)));
    if (random_.percent(25)) {
        ExpressionWriter expressions(random_, values_, item_of(table));
        get.add_text("ProjectionExpression", expressions.projection());
        expressions.add_placeholders(get);
    }
    return ObjectText().add("Get", get.text()).text();
}

Request RequestWriter::transact_get_items() {
    std::vector<std::string> parts;
    for (int i = random_.between(1, 4); i > 0; --i) parts.push_back(get_part(table()));
    ObjectText request;
    request.add("TransactItems", list_text(parts));
    add_return_consumed_capacity(request);
    return {"TransactGetItems", request.text()};
}

std::string RequestWriter::write_part(const KnownTable& table, const Item& key) {
    const std::string kind =
        random_.one_of({"Put", "Put", "Update", "Update", "Delete", "ConditionCheck"});
    const Item* old = item_of(table);
    ExpressionWriter expressions(random_, values_, old);
    ObjectText part;
    part.add_text("TableName", table.shape.name);
    if (kind == "Put") {
        Item item = values_.item(table.shape);
        for (const auto& [name, value] : key) item[name] = value;
        part.add("Item", item_text(item));
    } else {
        part.add("Key", item_text(key));
    }
    if (kind == "ConditionCheck" || random_.percent(30)) {
        part.add_text("ConditionExpression", expressions.condition(1));
    }
    if (kind == "Update") {
        expressions.avoid(table.shape.keys);
        part.add_text("UpdateExpression", expressions.update());
    }
    expressions.add_placeholders(part);
    if (random_.percent(30)) part.add_text("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
    return ObjectText().add(kind, part.text()).text();
}

Request RequestWriter::transact_write_items() {
    std::map<std::string, std::string> parts;
    for (int i = random_.between(1, 4); i > 0; --i) {
        const KnownTable& table = this->table();
        const Item key = key_in(table);
        parts[table.shape.name + item_text(key)] = write_part(table, key);
    }
    std::vector<std::string> texts;
    for (const auto& [key, part] : parts) texts.push_back(part);
    ObjectText request;
    request.add("TransactItems", list_text(texts));
    add_return_consumed_capacity(request);
    if (random_.percent(15)) request.add_text("ReturnItemCollectionMetrics", "SIZE");
    return {"TransactWriteItems", request.text()};
}

}  // namespace stator::conformance::generate
