#include "tests/simulation/operations/requests.hpp"

#include <map>

#include "tests/simulation/operations/request_json.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

// Collects the names and values of expressions under placeholders.
class Placeholders {
public:
    std::string name(const std::string& attribute) {
        names_["#" + attribute] = quoted(attribute);
        return "#" + attribute;
    }

    std::string value(const Value& value) {
        std::string placeholder = ":v" + std::to_string(values_.size());
        values_[placeholder] = value_json(value);
        return placeholder;
    }

    std::string members() const {
        std::string json;
        if (!names_.empty()) json.append(member("ExpressionAttributeNames", object(names_)));
        if (!values_.empty()) json.append(member("ExpressionAttributeValues", object(values_)));
        return json;
    }

private:
    static std::string object(const std::map<std::string, std::string>& members) {
        std::vector<std::string> parts;
        parts.reserve(members.size());
        for (const auto& [name, json] : members) parts.push_back(quoted(name) + ":" + json);
        return "{" + joined(parts) + "}";
    }

    std::map<std::string, std::string> names_;
    std::map<std::string, std::string> values_;
};

std::string condition_text(const Condition& condition, Placeholders& placeholders) {
    const std::string name = placeholders.name(condition.attribute);
    if (condition.kind == ConditionKind::Exists) return "attribute_exists(" + name + ")";
    if (condition.kind == ConditionKind::NotExists) return "attribute_not_exists(" + name + ")";
    return name + " < " + placeholders.value(condition.operand);
}

std::string update_text(const std::vector<Clause>& clauses, Placeholders& placeholders) {
    std::vector<std::string> sets;
    std::vector<std::string> adds;
    std::vector<std::string> removes;
    for (const Clause& clause : clauses) {
        const std::string name = placeholders.name(clause.attribute);
        switch (clause.kind) {
            case ClauseKind::Set:
                sets.push_back(name + " = " + placeholders.value(clause.operand));
                break;
            case ClauseKind::Add:
                adds.push_back(name + " " + placeholders.value(clause.operand));
                break;
            case ClauseKind::Remove: removes.push_back(name); break;
        }
    }
    std::string text;
    if (!sets.empty()) text.append("SET ").append(joined(sets));
    if (!adds.empty()) text.append(" ADD ").append(joined(adds));
    if (!removes.empty()) text.append(" REMOVE ").append(joined(removes));
    return text;
}

Item whole_item(const Write& write) {
    Item item = write.attributes;
    item.merge(key_item(write.key));
    return item;
}

// TableName, Key or Item, and the expressions.
std::string write_members(const Write& write) {
    std::string json = table_member(write.key.table);
    if (write.kind == WriteKind::Put) {
        json.append(member("Item", item_json(whole_item(write))));
    } else {
        json.append(member("Key", item_json(key_item(write.key))));
    }
    Placeholders placeholders;
    if (write.kind == WriteKind::Update) {
        const std::string update = update_text(write.clauses, placeholders);
        json.append(member("UpdateExpression", quoted(update)));
    }
    if (write.condition.kind != ConditionKind::None) {
        const std::string condition = condition_text(write.condition, placeholders);
        json.append(member("ConditionExpression", quoted(condition)));
    }
    return json.append(placeholders.members());
}

std::string keys_json(const std::vector<Key>& keys, std::size_t table) {
    std::vector<std::string> parts;
    for (const Key& key : keys) {
        if (key.table == table) parts.push_back(item_json(key_item(key)));
    }
    return "[" + joined(parts) + "]";
}

std::string batch_element(const Write& write) {
    if (write.kind == WriteKind::Put) {
        return "{\"PutRequest\":{\"Item\":" + item_json(whole_item(write)) + "}}";
    }
    return "{\"DeleteRequest\":{\"Key\":" + item_json(key_item(write.key)) + "}}";
}

const char* action_name(WriteKind kind) {
    switch (kind) {
        case WriteKind::Put: return "Put";
        case WriteKind::Update: return "Update";
        case WriteKind::Delete: return "Delete";
        case WriteKind::Check: break;
    }
    return "ConditionCheck";
}

std::string definition_json(const std::string& name, bool is_number) {
    return "{\"AttributeName\":" + quoted(name) + ",\"AttributeType\":\"" +
           (is_number ? "N" : "S") + "\"}";
}

std::string schema_json(const std::vector<IndexKey>& keys) {
    std::vector<std::string> parts;
    parts.reserve(keys.size());
    for (const IndexKey& key : keys) {
        parts.push_back(
            "{\"AttributeName\":" + quoted(key.name) + ",\"KeyType\":\"" +
            (parts.empty() ? "HASH" : "RANGE") + "\"}"
        );
    }
    return "[" + joined(parts) + "]";
}

std::string projection_json(const IndexDefinition& index) {
    if (index.projection == Projection::All) return "{\"ProjectionType\":\"ALL\"}";
    if (index.projection == Projection::KeysOnly) return "{\"ProjectionType\":\"KEYS_ONLY\"}";
    std::vector<std::string> names;
    for (const std::string& name : index.included) names.push_back(quoted(name));
    return "{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[" + joined(names) + "]}";
}

std::string index_json(const IndexDefinition& index) {
    return "{\"IndexName\":" + quoted(index.name) + member("KeySchema", schema_json(index.keys)) +
           member("Projection", projection_json(index)) + "}";
}

std::string definitions_json(const std::map<std::string, bool>& attributes) {
    std::vector<std::string> parts;
    parts.reserve(attributes.size());
    for (const auto& [name, is_number] : attributes) {
        parts.push_back(definition_json(name, is_number));
    }
    return "[" + joined(parts) + "]";
}

std::string page_members(std::size_t page_items, const std::string& start_key) {
    std::string json;
    if (page_items != 0) json.append(member("Limit", std::to_string(page_items)));
    if (!start_key.empty()) json.append(member("ExclusiveStartKey", start_key));
    return json;
}

}  // namespace

Request request_of(const SingleWrite& single) {
    const Write& write = single.write;
    std::string json = "{" + write_members(write) + kWithCapacity;
    if (single.returns_item) {
        const bool updates = write.kind == WriteKind::Update;
        json.append(member("ReturnValues", updates ? "\"ALL_NEW\"" : "\"ALL_OLD\""));
    }
    return {std::string(action_name(write.kind)) + "Item", json + "}"};
}

Request request_of(const BatchWrite& batch) {
    std::vector<std::string> tables;
    for (const std::size_t table : tables_of(batch.writes, [](auto& write) { return write.key; })) {
        std::vector<std::string> elements;
        for (const Write& write : batch.writes) {
            if (write.key.table == table) elements.push_back(batch_element(write));
        }
        tables.push_back(quoted(table_name(table)) + ":[" + joined(elements) + "]");
    }
    return {"BatchWriteItem", "{\"RequestItems\":{" + joined(tables) + "}" + kWithCapacity + "}"};
}

std::string bulk_line(const Write& put) {
    std::string json = "{\"Item\":" + item_json(whole_item(put));
    if (put.condition.kind != ConditionKind::None) {
        Placeholders placeholders;
        const std::string condition = condition_text(put.condition, placeholders);
        json.append(member("ConditionExpression", quoted(condition)));
        json.append(placeholders.members());
    }
    return json.append("}\n");
}

Request request_of(const TransactWrite& transaction) {
    std::vector<std::string> actions;
    for (const Write& write : transaction.writes) {
        actions.push_back(
            "{" + quoted(action_name(write.kind)) + ":{" + write_members(write) + "}}"
        );
    }
    std::string json = "{\"TransactItems\":[" + joined(actions) + "]" + kWithCapacity;
    if (!transaction.token.empty()) {
        json.append(member("ClientRequestToken", quoted(transaction.token)));
    }
    return {"TransactWriteItems", json + "}"};
}

Request request_of(const GetItem& get) {
    std::string json = "{" + table_member(get.key.table) +
                       member("Key", item_json(key_item(get.key))) + kWithCapacity;
    if (get.consistent) json.append(member("ConsistentRead", "true"));
    return {"GetItem", json + "}"};
}

Request request_of(const BatchGet& batch) {
    std::vector<std::string> tables;
    for (const std::size_t table : tables_of(batch.keys, [](auto& key) { return key; })) {
        tables.push_back(
            quoted(table_name(table)) + ":{\"Keys\":" + keys_json(batch.keys, table) + "}"
        );
    }
    return {"BatchGetItem", "{\"RequestItems\":{" + joined(tables) + "}" + kWithCapacity + "}"};
}

Request request_of(const TransactGet& gets) {
    std::vector<std::string> actions;
    for (const Key& key : gets.keys) {
        actions.push_back(
            "{\"Get\":{" + table_member(key.table) + member("Key", item_json(key_item(key))) + "}}"
        );
    }
    return {
        "TransactGetItems", "{\"TransactItems\":[" + joined(actions) + "]" + kWithCapacity + "}"};
}

Request request_of(const IndexChange& change) {
    const IndexDefinition& index = table_definitions()[change.table].global_indexes[change.index];
    std::string json = "{" + table_member(change.table);
    if (change.creates) {
        std::map<std::string, bool> attributes;
        for (const IndexKey& key : index.keys) attributes[key.name] = key.is_number;
        json.append(member("AttributeDefinitions", definitions_json(attributes)));
    }
    const std::string action = change.creates
                                   ? "[{\"Create\":" + index_json(index) + "}]"
                                   : "[{\"Delete\":{\"IndexName\":" + quoted(index.name) + "}}]";
    return {"UpdateTable", json + member("GlobalSecondaryIndexUpdates", action) + "}"};
}

Request request_of(const TimeToLiveChange& change) {
    const std::string specification = std::string("{\"AttributeName\":") +
                                      quoted(kExpiryAttribute) +
                                      ",\"Enabled\":" + (change.enables ? "true" : "false") + "}";
    return {
        "UpdateTimeToLive",
        "{" + table_member(change.table) + member("TimeToLiveSpecification", specification) + "}"};
}

std::string policy_sid(std::size_t policy) {
    return "policy" + std::to_string(policy);
}

Request policy_request(std::size_t table) {
    const std::string arn =
        "arn:aws:dynamodb:us-east-1:123456789012:table/" + table_definitions()[table].name;
    return {"GetResourcePolicy", "{\"ResourceArn\":" + quoted(arn) + "}"};
}

Request request_of(const PolicyChange& change) {
    Request request = policy_request(change.table);
    request.operation = change.policy ? "PutResourcePolicy" : "DeleteResourcePolicy";
    if (!change.policy) return request;
    const std::string policy =
        "{'Statement':[{'Sid':'" + policy_sid(*change.policy) +
        "','Effect':'Deny','Principal':'*','Action':'dynamodb:Scan','Resource':'*'}]}";
    std::string escaped;
    for (const char c : policy) escaped.append(c == '\'' ? "\\\"" : std::string(1, c));
    request.json.pop_back();
    request.json.append(",\"Policy\":\"" + escaped + "\"}");
    return request;
}

Request request_of(const StreamChange& change) {
    const std::string specification =
        change.enables ? "{\"StreamEnabled\":true,\"StreamViewType\":\"NEW_AND_OLD_IMAGES\"}"
                       : "{\"StreamEnabled\":false}";
    return {
        "UpdateTable",
        "{" + table_member(change.table) + member("StreamSpecification", specification) + "}"};
}

Request request_of(const ReplicaChange& change) {
    const std::string action = change.creates ? "Create" : "Delete";
    const std::string updates =
        "[{\"" + action + "\":{\"RegionName\":\"" + std::string(kReplicaRegion) + "\"}}]";
    return {
        "UpdateTable", "{" + table_member(change.table) + member("ReplicaUpdates", updates) + "}"};
}

Request query_page(const Query& query, const std::string& start_key) {
    const std::string hash = keys_of(query.table, query.index).front().name;
    std::string json = "{" + table_member(query.table);
    if (query.index >= 0) {
        const auto index = static_cast<std::size_t>(query.index);
        json.append(member("IndexName", quoted(index_definition(query.table, index).name)));
    }
    Placeholders placeholders;
    const std::string condition = placeholders.name(hash) + " = " + placeholders.value(query.hash);
    json.append(member("KeyConditionExpression", quoted(condition)));
    json.append(placeholders.members());
    return {"Query", json + page_members(query.page_items, start_key) + "}"};
}

Request scan_page(
    const std::string& table,
    const std::string& index,
    std::size_t page_items,
    const std::string& start_key
) {
    std::string json = "{\"TableName\":" + quoted(table);
    if (!index.empty()) json.append(member("IndexName", quoted(index)));
    return {"Scan", json + page_members(page_items, start_key) + "}"};
}

Request create_table(std::size_t table) {
    const TableDefinition& definition = table_definitions()[table];
    const std::vector<IndexKey> keys = keys_of(table, -1);
    std::map<std::string, bool> attributes;
    for (const IndexKey& key : keys) attributes[key.name] = key.is_number;
    std::vector<std::string> locals;
    std::vector<std::string> globals;
    for (const IndexDefinition& index : definition.local_indexes) {
        locals.push_back(index_json(index));
        for (const IndexKey& key : index.keys) attributes[key.name] = key.is_number;
    }
    for (std::size_t i = 0; i < definition.initial_global_indexes; ++i) {
        const IndexDefinition& index = definition.global_indexes[i];
        globals.push_back(index_json(index));
        for (const IndexKey& key : index.keys) attributes[key.name] = key.is_number;
    }
    std::string json = "{" + table_member(table) + member("KeySchema", schema_json(keys)) +
                       member("AttributeDefinitions", definitions_json(attributes)) +
                       member("BillingMode", "\"PAY_PER_REQUEST\"");
    if (!locals.empty()) json.append(member("LocalSecondaryIndexes", "[" + joined(locals) + "]"));
    json.append(member("GlobalSecondaryIndexes", "[" + joined(globals) + "]"));
    json.append(member(
        "VectorIndexes",
        R"([{"IndexName":"near","VectorAttribute":{"AttributeName":"v"},"Dimensions":2,)"
        R"("DistanceFunction":"EUCLIDEAN","Projection":{"ProjectionType":"ALL"}}])"
    ));
    json.append(member(
        "StreamSpecification", "{\"StreamEnabled\":true,\"StreamViewType\":\"NEW_AND_OLD_IMAGES\"}"
    ));
    return {"CreateTable", json + "}"};
}

Request nearest_request(const std::string& table) {
    return {
        "SearchVectors",
        "{\"TableName\":" + quoted(table) +
            R"(,"IndexName":"near","SearchVector":[{"N":"1"},{"N":"-2"}],"TopK":100})"};
}

}  // namespace stator::simulation
