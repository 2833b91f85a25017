// The part of Model that predicts statements: what they share with other operations, and how
// PartiQL differs.
#include <algorithm>
#include <utility>

#include "tests/simulation/model/model.hpp"
#include "tests/simulation/model/model_parts.hpp"
#include "tests/simulation/operations/requests.hpp"

namespace stator::simulation {
namespace {

Key written_key(const StatementWrite& statement) {
    return statement.write.key;
}

Key read_key(const StatementGet& statement) {
    return statement.get.key;
}

Item projected(const Item& item, const std::vector<std::string>& columns) {
    if (columns.empty()) return item;
    Item row;
    for (const std::string& column : columns) {
        const auto found = item.find(column);
        if (found != item.end()) row.insert(*found);
    }
    return row;
}

// MODIFIED returns what the clauses name.
Item touched(const Item& item, const std::vector<Clause>& clauses) {
    std::vector<std::string> names;
    names.reserve(clauses.size());
    for (const Clause& clause : clauses) names.push_back(clause.attribute);
    return projected(item, names);
}

// Only an addition reads what it changes.
bool lacks_summand(const std::vector<Clause>& clauses, const Item& item) {
    return std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) {
        return clause.kind == ClauseKind::Add && !item.contains(clause.attribute);
    });
}

Item returned_item(const StatementWrite& statement, const Item& before, const Item& after) {
    switch (statement.returning) {
        case Returning::Nothing: break;
        case Returning::AllOld: return before;
        case Returning::AllNew: return after;
        case Returning::ModifiedOld: return touched(before, statement.write.clauses);
        case Returning::ModifiedNew: return touched(after, statement.write.clauses);
    }
    return {};
}

std::string rows_reply(const std::string& rows, const Charge& charge, std::size_t table) {
    return "{\"Items\":[" + rows +
           "],\"ConsumedCapacity\":" + charge.json(table_name(table), UnitKind::Untold) + "}";
}

// A response of a batch: errors found while it runs also name their table.
std::string member_json(const std::string& error, std::size_t table, const std::string& item) {
    std::string json = "{";
    if (!error.empty()) json.append("\"Error\":{\"Code\":" + quoted(code_of(error)) + "},");
    json.append("\"TableName\":" + quoted(table_name(table)));
    if (!item.empty()) json.append(",\"Item\":" + item);
    return json + "}";
}

std::string batch_reply(
    const std::vector<std::string>& members,
    const std::vector<std::size_t>& tables,
    const std::map<std::size_t, Charge>& charges
) {
    std::string responses;
    for (const std::string& member : members) {
        responses.append(responses.empty() ? "" : ",").append(member);
    }
    const std::string capacity =
        tables.empty() ? ""
                       : ",\"ConsumedCapacity\":" + charges_json(tables, charges, UnitKind::Untold);
    return "{\"Responses\":[" + responses + "]" + capacity + "}";
}

// A failed condition costs by the larger of the existing item and the sent item.
double refusal_units(const Write& write, const std::string& error, const Item& before) {
    if (error != kConditionFailed && error != kDuplicateItem) return 0;
    Item sent;
    if (write.kind == WriteKind::Put) {
        sent = write.attributes;
        sent.merge(key_item(write.key));
    }
    return write_units(std::max(item_bytes(before), item_bytes(sent)));
}

}  // namespace

// A WHERE requires the key, so it never matches a missing item; only a DELETE accepts that. An
// INSERT never replaces.
Model::Evaluation Model::evaluate(const StatementWrite& statement) const {
    Write write = statement.write;
    const Item& before = item(write.key);
    const bool is_missing = before.empty();
    if (has_wrong_index_key(write)) return {kValidation, before, before};
    if (write.kind == WriteKind::Put && !is_missing) return {kDuplicateItem, before, before};
    const bool demands_item = write.kind == WriteKind::Update || write.kind == WriteKind::Check;
    if (demands_item && is_missing) return {kConditionFailed, before, before};
    if (is_missing) write.condition = {};
    Evaluation result = evaluate(write);
    if (result.error.empty() && lacks_summand(write.clauses, before)) result.error = kValidation;
    return result;
}

Expectation Model::apply(const StatementWrite& statement) {
    const Evaluation result = evaluate(statement);
    if (!result.error.empty()) return {result.error, {}, {}};
    const Key& key = statement.write.key;
    const Charge charge = carry_out(key, result);
    const Item returned = returned_item(statement, result.before, result.after);
    const std::string rows = returned.empty() ? "" : item_json(returned);
    return {"", {}, rows_reply(rows, charge, key.table)};
}

// Each statement separately; only successful ones have a cost.
Expectation Model::apply(const StatementBatchWrite& batch) {
    if (has_duplicates(batch.writes, written_key)) return {kValidation, {}, {}};
    std::vector<std::string> members;
    std::vector<Key> written;
    std::map<std::size_t, Charge> charges;
    for (const StatementWrite& statement : batch.writes) {
        const Key& key = statement.write.key;
        const Evaluation result = evaluate(statement);
        if (!result.error.empty()) {
            members.push_back(member_json(result.error, key.table, ""));
            charges[key.table].refused +=
                refusal_units(statement.write, result.error, result.before);
            continue;
        }
        written.push_back(key);
        charges[key.table].add(carry_out(key, result));
        const Item returned = returned_item(statement, result.before, result.after);
        members.push_back(member_json("", key.table, returned.empty() ? "" : item_json(returned)));
    }
    const auto tables = tables_of(written, [](const Key& key) { return key; });
    return {"", {}, batch_reply(members, tables, charges)};
}

// Tokens differ from those of TransactWriteItems.
Expectation Model::apply(const StatementTransactWrite& transaction, const std::string& payload) {
    if (has_duplicates(transaction.writes, written_key)) return {kValidation, {}, {}};
    const std::string token = transaction.token.empty() ? "" : "statements " + transaction.token;
    const Identity identity{token, payload, "{\"Responses\":[],"};
    if (auto known = replay(identity)) return *known;
    std::vector<Attempt> attempts;
    for (const StatementWrite& statement : transaction.writes) {
        attempts.push_back({statement.write.key, evaluate(statement)});
    }
    return run_transaction(attempts, identity);
}

Expectation Model::expect(const StatementGet& statement) const {
    const GetItem& get = statement.get;
    const Item& found = item(get.key);
    Charge charge;
    charge.table = read_units(item_bytes(found)) * (get.consistent ? 1 : 0.5);
    const std::string rows = found.empty() ? "" : item_json(projected(found, statement.columns));
    return {"", {}, rows_reply(rows, charge, get.key.table)};
}

Expectation Model::expect(const StatementBatchGet& batch) const {
    if (has_duplicates(batch.gets, read_key)) return {kValidation, {}, {}};
    std::vector<std::string> members;
    std::map<std::size_t, Charge> charges;
    for (const StatementGet& statement : batch.gets) {
        const Key& key = statement.get.key;
        const Item& found = item(key);
        const double factor = statement.get.consistent ? 1 : 0.5;
        charges[key.table].table += read_units(item_bytes(found)) * factor;
        const Item row = projected(found, statement.columns);
        members.push_back(member_json("", key.table, found.empty() ? "" : item_json(row)));
    }
    return {"", {}, batch_reply(members, tables_of(batch.gets, read_key), charges)};
}

Expectation Model::expect(const StatementTransactGet& gets) const {
    if (has_duplicates(gets.gets, read_key)) return {kValidation, {}, {}};
    std::string responses;
    std::map<std::size_t, Charge> charges;
    for (const StatementGet& statement : gets.gets) {
        const Key& key = statement.get.key;
        const Item& found = item(key);
        charges[key.table].table += 2 * read_units(item_bytes(found));
        const std::string row = item_json(projected(found, statement.columns));
        responses.append(responses.empty() ? "" : ",");
        responses.append(found.empty() ? "{}" : "{\"Item\":" + row + "}");
    }
    const auto tables = tables_of(gets.gets, read_key);
    return {
        "",
        {},
        "{\"Responses\":[" + responses +
            "],\"ConsumedCapacity\":" + charges_json(tables, charges, UnitKind::Read) + "}"};
}

// Rows of an index show its projected attributes; columns that a local index lacks are read from
// the items.
Model::QueryExpectation Model::expect(const StatementQuery& statement) const {
    const Query& query = statement.query;
    const IndexDefinition* index =
        query.index < 0 ? nullptr
                        : &index_definition(query.table, static_cast<std::size_t>(query.index));
    const bool is_global = index != nullptr && index->global;
    const auto lacks = [&](const std::string& name) {
        return index != nullptr && !shows(query.table, *index, name);
    };
    const std::vector<std::string>& columns = statement.columns;
    const Condition& filter = statement.filter;
    const bool fetches = std::any_of(columns.begin(), columns.end(), lacks);
    const bool filters = filter.kind != ConditionKind::None;
    QueryExpectation source = expect(query);
    if (!source.error.empty()) return source;
    if (is_global && (fetches || statement.consistent)) return {kValidation, {}, {}};
    if (filters && lacks(filter.attribute)) return {kValidation, {}, {}};
    const std::vector<IndexKey> keys = keys_of(query.table, query.index);
    // A bound of the sort key is not a filter: rows beyond it are not read.
    const bool is_bound = filter.kind == ConditionKind::Less && keys.size() > 1 &&
                          filter.attribute == keys.back().name;
    const double factor = statement.consistent ? 1 : 0.5;
    Charge charge;
    QueryExpectation result;
    std::int64_t bytes = 0;
    for (const Item& row : source.items) {
        const bool is_kept = holds(filter, row);
        if (is_bound && !is_kept) continue;
        bytes += item_bytes(row);
        Item whole = row;
        if (fetches) {
            whole = item({query.table, row.at("pk").text, row.at("sk").number()});
            charge.table += read_units(item_bytes(whole)) * factor;
        }
        if (is_kept) result.items.push_back(projected(whole, columns));
    }
    if (statement.descends && keys.size() > 1) {
        std::reverse(result.items.begin(), result.items.end());
    }
    const double units = read_units(bytes) * factor;
    if (index == nullptr) charge.table = units;
    if (index != nullptr) charge.add_index(index->name, index->global, units);
    if (query.page_items == 0) {
        result.capacity = charge.json(table_name(query.table), UnitKind::Untold);
    }
    return result;
}

}  // namespace stator::simulation
