// The part of Model that predicts writes.
#include <algorithm>
#include <utility>

#include "tests/simulation/model/model.hpp"
#include "tests/simulation/model/model_parts.hpp"
#include "tests/simulation/operations/requests.hpp"

namespace stator::simulation {
namespace {

constexpr std::int64_t kTokenLifeMs = 600'000;

// False when a clause cannot be applied.
bool apply_clause(const Clause& clause, Item& item) {
    switch (clause.kind) {
        case ClauseKind::Set: item[clause.attribute] = clause.operand; return true;
        case ClauseKind::Remove: item.erase(clause.attribute); return true;
        case ClauseKind::Add: break;
    }
    const auto found = item.find(clause.attribute);
    if (found == item.end()) {
        item[clause.attribute] = clause.operand;
        return true;
    }
    if (!found->second.is_number) return false;
    found->second = number_value(found->second.number() + clause.operand.number());
    return true;
}

bool only_removes(const std::vector<Clause>& clauses) {
    return std::all_of(clauses.begin(), clauses.end(), [](const Clause& clause) {
        return clause.kind == ClauseKind::Remove;
    });
}

// The position of an entry in its index, without the item that it shows.
std::string position(const IndexDefinition& index, const Item& entry) {
    std::string text;
    for (const IndexKey& key : index.keys) text.append(entry.at(key.name).text).append("/");
    return text;
}

double entry_units(const Item& entry) {
    return entry.empty() ? 0 : write_units(item_bytes(entry));
}

// The bytes of an item in the index: four per element of the vector, plus the rest of the item.
std::int64_t vector_bytes(const Item& before, const Item& after) {
    constexpr std::int64_t kLeast = 1'024;
    const bool was_there = before.contains(kVectorAttribute);
    const bool is_there = after.contains(kVectorAttribute);
    if (before == after || !(was_there || is_there)) return 0;
    const std::int64_t bytes_before = was_there ? written_bytes(before) : 0;
    return std::max({kLeast, bytes_before, is_there ? written_bytes(after) : 0});
}

// A changed entry costs its larger side, a moved one both.
double index_units(const IndexDefinition& index, const Item& before, const Item& after) {
    const bool moves =
        !before.empty() && !after.empty() && position(index, before) != position(index, after);
    if (moves) return entry_units(before) + entry_units(after);
    return std::max(entry_units(before), entry_units(after));
}

std::string reply_with(const Item& attributes, const std::string& capacity) {
    std::string reply = "{";
    if (!attributes.empty()) reply.append("\"Attributes\":" + item_json(attributes) + ",");
    return reply.append("\"ConsumedCapacity\":").append(capacity).append("}");
}

Key key_of(const Write& write) {
    return write.key;
}

}  // namespace

bool holds(const Condition& condition, const Item& item) {
    const auto found = item.find(condition.attribute);
    const bool exists = found != item.end();
    switch (condition.kind) {
        case ConditionKind::None: return true;
        case ConditionKind::Exists: return exists;
        case ConditionKind::NotExists: return !exists;
        case ConditionKind::Less:
            return exists && found->second.is_number &&
                   found->second.number() < condition.operand.number();
    }
    return false;
}

std::string code_of(const std::string& error) {
    if (error == kValidation) return "ValidationError";
    return error == kDuplicateItem ? "DuplicateItem" : "ConditionalCheckFailed";
}

std::string charges_json(
    const std::vector<std::size_t>& tables,
    const std::map<std::size_t, Charge>& charges,
    UnitKind kind
) {
    std::string json;
    for (const std::size_t table : tables) {
        json.append(json.empty() ? "" : ",");
        json.append(charges.at(table).json(table_name(table), kind));
    }
    return "[" + json + "]";
}

bool Model::has_wrong_index_key(const Write& write) const {
    for (const IndexDefinition* index : indexes(write.key.table)) {
        for (const IndexKey& key : index->keys) {
            const auto found = write.attributes.find(key.name);
            if (found != write.attributes.end() && found->second.is_number != key.is_number) {
                return true;
            }
            for (const Clause& clause : write.clauses) {
                if (clause.attribute != key.name || clause.kind == ClauseKind::Remove) continue;
                if (clause.operand.is_number != key.is_number) return true;
            }
        }
    }
    return false;
}

Model::Evaluation Model::evaluate(const Write& write) const {
    Evaluation result;
    result.before = item(write.key);
    result.after = result.before;
    if (has_wrong_index_key(write)) {
        result.error = kValidation;
        return result;
    }
    if (!holds(write.condition, result.before)) {
        result.error = kConditionFailed;
        return result;
    }
    switch (write.kind) {
        case WriteKind::Put:
            result.after = write.attributes;
            result.after.merge(key_item(write.key));
            break;
        case WriteKind::Delete: result.after.clear(); break;
        case WriteKind::Check: break;
        case WriteKind::Update: {
            if (result.before.empty() && only_removes(write.clauses)) break;
            if (result.before.empty()) result.after = key_item(write.key);
            for (const Clause& clause : write.clauses) {
                if (!apply_clause(clause, result.after)) result.error = kValidation;
            }
            break;
        }
    }
    return result;
}

Charge Model::write_charge(std::size_t table, const Item& before, const Item& after) const {
    Charge charge;
    charge.table = write_units(std::max(written_bytes(before), written_bytes(after)));
    charge.vector_bytes = vector_bytes(before, after);
    for (const IndexDefinition* index : indexes(table)) {
        const Item old_entry = index_entry(table, *index, before);
        const Item new_entry = index_entry(table, *index, after);
        if (old_entry == new_entry) continue;
        charge.add_index(index->name, index->global, index_units(*index, old_entry, new_entry));
    }
    return charge;
}

Charge Model::carry_out(const Key& key, const Evaluation& result) {
    Charge charge = write_charge(key.table, result.before, result.after);
    if (result.before != result.after) {
        begin_commit();
        change_item(key, result.after, false);
    }
    return charge;
}

Expectation Model::apply(const SingleWrite& single) {
    const Write& write = single.write;
    const Evaluation result = evaluate(write);
    if (!result.error.empty()) return {result.error, {}, {}};
    const Charge charge = carry_out(write.key, result);
    Item returned;
    if (single.returns_item) {
        returned = write.kind == WriteKind::Update ? result.after : result.before;
    }
    const std::string capacity = charge.json(table_name(write.key.table), UnitKind::Untold);
    return {"", {}, reply_with(returned, capacity)};
}

Expectation Model::apply(const BatchWrite& batch) {
    if (has_duplicates(batch.writes, key_of)) return {kValidation, {}, {}};
    for (const Write& write : batch.writes) {
        if (has_wrong_index_key(write)) return {kValidation, {}, {}};
    }
    const std::vector<std::size_t> tables = tables_of(batch.writes, key_of);
    std::map<std::size_t, Charge> charges;
    for (const std::size_t table : tables) {
        for (const Write& write : batch.writes) {
            if (write.key.table != table) continue;
            charges[table].add(carry_out(write.key, evaluate(write)));
        }
    }
    return {
        "",
        {},
        "{\"UnprocessedItems\":{},\"ConsumedCapacity\":" +
            charges_json(tables, charges, UnitKind::Untold) + "}"};
}

namespace {

// A transaction of `count` actions, cancelled by the one at `index`, which hides all others.
Expectation fault_alone(std::size_t index, std::size_t count) {
    std::vector<std::string> reasons(count, "None");
    reasons[index] = code_of(kValidation);
    return {"TransactionCanceledException", reasons, {}};
}

}  // namespace

Expectation Model::apply(const TransactWrite& transaction, const std::string& payload) {
    const std::vector<Write>& writes = transaction.writes;
    if (has_duplicates(writes, key_of)) return {kValidation, {}, {}};
    const Identity identity{transaction.token, payload, "{"};
    if (auto known = replay(identity)) return *known;
    std::vector<Attempt> attempts;
    for (std::size_t i = 0; i < writes.size(); ++i) {
        attempts.push_back({writes[i].key, evaluate(writes[i])});
        if (!has_wrong_index_key(writes[i])) continue;
        return fault_alone(i, writes.size());  // found before any item is looked at
    }
    const auto fault = std::find_if(attempts.begin(), attempts.end(), [](const Attempt& attempt) {
        return attempt.result.error == kValidation;
    });
    if (fault == attempts.end()) return run_transaction(attempts, identity);
    return fault_alone(static_cast<std::size_t>(fault - attempts.begin()), writes.size());
}

std::optional<Expectation> Model::replay(const Identity& identity) const {
    const auto known = tokens_.find(identity.token);
    if (identity.token.empty() || known == tokens_.end()) return std::nullopt;
    if (known->second.expires_ms <= now_ms_) return std::nullopt;
    if (known->second.payload != identity.payload) {
        return Expectation{"IdempotentParameterMismatchException", {}, {}};
    }
    return Expectation{"", {}, known->second.reply};
}

Expectation Model::run_transaction(const std::vector<Attempt>& attempts, const Identity& identity) {
    std::vector<std::string> reasons;
    for (const Attempt& attempt : attempts) {
        const std::string& error = attempt.result.error;
        reasons.push_back(error.empty() ? "None" : code_of(error));
    }
    const auto is_none = [](const std::string& reason) { return reason == "None"; };
    if (!std::all_of(reasons.begin(), reasons.end(), is_none)) {
        return {"TransactionCanceledException", reasons, {}};
    }
    std::map<std::size_t, Charge> charges;
    std::map<std::size_t, Charge> replay;
    begin_commit();
    for (const auto& [key, result] : attempts) {
        Charge charge = write_charge(key.table, result.before, result.after);
        charge.table *= 2;
        charges[key.table].add(charge);
        const std::int64_t bytes = std::max(item_bytes(result.before), item_bytes(result.after));
        replay[key.table].table += 2 * read_units(bytes);
        change_item(key, result.after, false);
    }
    const auto tables = tables_of(attempts, [](const Attempt& attempt) { return attempt.key; });
    const auto reply_of = [&](const std::map<std::size_t, Charge>& costs, UnitKind kind) {
        return identity.reply_head + "\"ConsumedCapacity\":" + charges_json(tables, costs, kind) +
               "}";
    };
    if (!identity.token.empty()) {
        std::map<std::string, Token> before = tokens_;
        remember([this, before] { tokens_ = before; });
        tokens_[identity.token] = {
            identity.payload, reply_of(replay, UnitKind::Read), now_ms_ + kTokenLifeMs};
    }
    if (keeps_history_ && history_.back().undo.empty()) undo_last_commit();
    return {"", {}, reply_of(charges, UnitKind::Write)};
}

}  // namespace stator::simulation
