// The part of Model that predicts reads.
#include "tests/simulation/model/model.hpp"
#include "tests/simulation/model/model_parts.hpp"
#include "tests/simulation/operations/requests.hpp"

namespace stator::simulation {
namespace {

Key same(const Key& key) {
    return key;
}

}  // namespace

Expectation Model::expect(const GetItem& get) const {
    const Item& found = item(get.key);
    Charge charge;
    charge.table = read_units(item_bytes(found)) * (get.consistent ? 1 : 0.5);
    std::string reply = "{";
    if (!found.empty()) reply.append("\"Item\":" + item_json(found) + ",");
    reply.append("\"ConsumedCapacity\":");
    reply.append(charge.json(table_name(get.key.table), UnitKind::Untold)).append("}");
    return {"", {}, reply};
}

Expectation Model::expect(const BatchGet& batch) const {
    if (has_duplicates(batch.keys, same)) return {kValidation, {}, {}};
    std::string responses;
    std::string capacities;
    for (const std::size_t table : tables_of(batch.keys, same)) {
        Charge charge;
        std::string items;
        for (const Key& key : batch.keys) {
            if (key.table != table) continue;
            const Item& found = item(key);
            charge.table += read_units(item_bytes(found)) / 2;
            if (!found.empty()) items.append(items.empty() ? "" : ",").append(item_json(found));
        }
        responses.append(responses.empty() ? "" : ",");
        responses.append(quoted(table_name(table)) + ":[" + items + "]");
        capacities.append(capacities.empty() ? "" : ",");
        capacities.append(charge.json(table_name(table), UnitKind::Untold));
    }
    return {
        "",
        {},
        "{\"Responses\":{" + responses + "},\"UnprocessedKeys\":{},\"ConsumedCapacity\":[" +
            capacities + "]}"};
}

Expectation Model::expect(const TransactGet& gets) const {
    if (has_duplicates(gets.keys, same)) return {kValidation, {}, {}};
    std::string responses;
    std::map<std::size_t, Charge> charges;
    for (const Key& key : gets.keys) {
        const Item& found = item(key);
        charges[key.table].table += 2 * read_units(item_bytes(found));
        responses.append(responses.empty() ? "" : ",");
        responses.append(found.empty() ? "{}" : "{\"Item\":" + item_json(found) + "}");
    }
    std::string capacities;
    for (const std::size_t table : tables_of(gets.keys, same)) {
        capacities.append(capacities.empty() ? "" : ",");
        capacities.append(charges[table].json(table_name(table), UnitKind::Read));
    }
    return {
        "", {}, "{\"ConsumedCapacity\":[" + capacities + "],\"Responses\":[" + responses + "]}"};
}

Model::QueryExpectation Model::expect(const Query& query) const {
    QueryExpectation expectation;
    if (query.index < 0) {
        for (const auto& [key, item] : tables_[query.table].items) {
            if (key.pk == query.hash.text) expectation.items.push_back(item);
        }
        return expectation;
    }
    const auto number = static_cast<std::size_t>(query.index);
    const IndexDefinition& index = index_definition(query.table, number);
    const bool is_readable = !index.global || stage(query.table, index) == IndexStage::Active;
    const IndexKey& hash = index.keys.front();
    if (!is_readable || query.hash.is_number != hash.is_number) return {kValidation, {}, {}};
    for (Item& entry : entries(query.table, index)) {
        if (entry.at(hash.name) == query.hash) expectation.items.push_back(std::move(entry));
    }
    return expectation;
}

}  // namespace stator::simulation
