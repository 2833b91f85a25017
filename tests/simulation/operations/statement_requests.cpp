// The part of the requests that writes statements.
#include "tests/simulation/operations/request_json.hpp"
#include "tests/simulation/operations/requests.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

// Writes one statement, choosing by the bits of its wording, and keeps the values of its `?`.
class Statement {
public:
    explicit Statement(std::uint64_t wording) : wording_(wording) {}

    Statement& add(const std::string& text) {
        text_.append(text);
        return *this;
    }

    Statement& add_name(const std::string& name) {
        return add(chooses() ? "\"" + name + "\"" : name);
    }

    Statement& add_value(const Value& value) {
        if (!chooses()) {
            const bool is_bare = value.is_number || value.is_vector;
            return add(is_bare ? value.text : "'" + value.text + "'");
        }
        parameters_.push_back(value_json(value));
        return add("?");
    }

    Statement& add_source(std::size_t table, int index) {
        if (index < 0) return add_name(table_name(table));
        const auto number = static_cast<std::size_t>(index);
        return add(
            "\"" + table_name(table) + "\".\"" + index_definition(table, number).name + "\""
        );
    }

    Statement& add_columns(const std::vector<std::string>& columns) {
        if (columns.empty()) return add("*");
        for (std::size_t i = 0; i < columns.size(); ++i)
            add(i == 0 ? "" : ", ").add_name(columns[i]);
        return *this;
    }

    Statement& add_equality(const std::string& name, const Value& value) {
        if (chooses()) return add_value(value).add(" = ").add_name(name);
        return add_name(name).add(" = ").add_value(value);
    }

    // The key's attributes and the condition, in this order or in another.
    Statement& add_where(const Key& key, const Condition& condition) {
        const bool begins_with_condition = chooses() && condition.kind != ConditionKind::None;
        add(" WHERE ");
        if (begins_with_condition) add_condition(condition).add(" AND ");
        const Item attributes = key_item(key);
        if (attributes.size() == 1) {
            add_equality("pk", attributes.at("pk"));
        } else {
            const bool is_turned = chooses();
            const char* first = is_turned ? "sk" : "pk";
            const char* second = is_turned ? "pk" : "sk";
            add_equality(first, attributes.at(first)).add(" AND ");
            add_equality(second, attributes.at(second));
        }
        if (begins_with_condition || condition.kind == ConditionKind::None) return *this;
        return add(" AND ").add_condition(condition);
    }

    Statement& add_condition(const Condition& condition) {
        switch (condition.kind) {
            case ConditionKind::None: break;
            case ConditionKind::Exists: return add_presence(condition.attribute, true);
            case ConditionKind::NotExists: return add_presence(condition.attribute, false);
            case ConditionKind::Less:
                if (chooses()) {
                    return add_value(condition.operand).add(" > ").add_name(condition.attribute);
                }
                return add_name(condition.attribute).add(" < ").add_value(condition.operand);
        }
        return *this;
    }

    Statement& add_clauses(const std::vector<Clause>& clauses) {
        for (const Clause& clause : clauses) {
            if (clause.kind == ClauseKind::Remove) {
                add(" REMOVE ").add_name(clause.attribute);
                continue;
            }
            add(" SET ").add_name(clause.attribute).add(" = ");
            if (clause.kind == ClauseKind::Add) add_name(clause.attribute).add(" + ");
            add_value(clause.operand);
        }
        return *this;
    }

    bool chooses() {
        const bool chosen = (wording_ & 1) != 0;
        wording_ = wording_ >> 1 | wording_ << 63;
        return chosen;
    }

    // The members Statement and Parameters.
    std::string members() const {
        std::string escaped;
        for (const char c : text_) {
            if (c == '"') escaped.push_back('\\');
            escaped.push_back(c);
        }
        std::string json = "\"Statement\":" + quoted(escaped);
        if (parameters_.empty()) return json;
        return json + member("Parameters", "[" + joined(parameters_) + "]");
    }

private:
    Statement& add_presence(const std::string& attribute, bool exists) {
        if (chooses()) return add_name(attribute).add(exists ? " IS NOT MISSING" : " IS MISSING");
        add(exists ? "attribute_exists(" : "attribute_not_exists(");
        return add_name(attribute).add(")");
    }

    std::uint64_t wording_;
    std::string text_;
    std::vector<std::string> parameters_;
};

const char* returning_text(Returning returning) {
    switch (returning) {
        case Returning::Nothing: break;
        case Returning::AllOld: return " RETURNING ALL OLD *";
        case Returning::AllNew: return " RETURNING ALL NEW *";
        case Returning::ModifiedOld: return " RETURNING MODIFIED OLD *";
        case Returning::ModifiedNew: return " RETURNING MODIFIED NEW *";
    }
    return "";
}

void add_insert(Statement& text, const Write& write) {
    Item item = write.attributes;
    item.merge(key_item(write.key));
    text.add("INSERT INTO ").add_source(write.key.table, -1).add(" VALUE {");
    bool is_first = true;
    for (const auto& [name, value] : item) {
        text.add(is_first ? "" : ", ").add("'" + name + "': ").add_value(value);
        is_first = false;
    }
    text.add("}");
}

void add_update(Statement& text, const Write& write) {
    if (text.chooses()) {
        text.add("FROM ").add_source(write.key.table, -1).add_where(write.key, write.condition);
        text.add_clauses(write.clauses);
    } else {
        text.add("UPDATE ").add_source(write.key.table, -1).add_clauses(write.clauses);
        text.add_where(write.key, write.condition);
    }
}

std::string members_of(const StatementWrite& statement) {
    const Write& write = statement.write;
    Statement text(statement.wording);
    switch (write.kind) {
        case WriteKind::Put: add_insert(text, write); break;
        case WriteKind::Update: add_update(text, write); break;
        case WriteKind::Delete:
            text.add("DELETE FROM ").add_source(write.key.table, -1);
            text.add_where(write.key, write.condition);
            break;
        case WriteKind::Check:
            text.add("EXISTS(SELECT * FROM ").add_source(write.key.table, -1);
            text.add_where(write.key, write.condition).add(")");
            break;
    }
    return text.add(returning_text(statement.returning)).members();
}

// With ConsistentRead, which a transaction has no place for.
std::string members_of(const StatementGet& statement, bool names_consistency) {
    Statement text(statement.wording);
    text.add("SELECT ").add_columns(statement.columns).add(" FROM ");
    text.add_source(statement.get.key.table, -1).add_where(statement.get.key, {});
    std::string json = text.members();
    if (names_consistency && statement.get.consistent) json += member("ConsistentRead", "true");
    return json;
}

// The list of a batch or a transaction.
template <class Parts, class MembersOf>
std::string list_of(const char* name, const Parts& parts, const MembersOf& members) {
    std::vector<std::string> elements;
    elements.reserve(parts.size());
    for (const auto& part : parts) elements.push_back("{" + members(part) + "}");
    return "{" + quoted(name) + ":[" + joined(elements) + "]" + kWithCapacity;
}

std::string write_members(const StatementWrite& statement) {
    return members_of(statement);
}

}  // namespace

Request request_of(const StatementWrite& statement) {
    return {"ExecuteStatement", "{" + members_of(statement) + kWithCapacity + "}"};
}

Request request_of(const StatementGet& statement) {
    return {"ExecuteStatement", "{" + members_of(statement, true) + kWithCapacity + "}"};
}

Request request_of(const StatementBatchWrite& batch) {
    return {"BatchExecuteStatement", list_of("Statements", batch.writes, write_members) + "}"};
}

Request request_of(const StatementBatchGet& batch) {
    const auto members = [](const StatementGet& get) { return members_of(get, true); };
    return {"BatchExecuteStatement", list_of("Statements", batch.gets, members) + "}"};
}

Request request_of(const StatementTransactWrite& transaction) {
    std::string json = list_of("TransactStatements", transaction.writes, write_members);
    if (!transaction.token.empty()) {
        json.append(member("ClientRequestToken", quoted(transaction.token)));
    }
    return {"ExecuteTransaction", json + "}"};
}

Request request_of(const StatementTransactGet& gets) {
    const auto members = [](const StatementGet& get) { return members_of(get, false); };
    return {"ExecuteTransaction", list_of("TransactStatements", gets.gets, members) + "}"};
}

Request statement_page(const StatementQuery& statement, const std::string& next_token) {
    const Query& query = statement.query;
    const std::vector<IndexKey> keys = keys_of(query.table, query.index);
    Statement text(statement.wording);
    text.add("SELECT ").add_columns(statement.columns).add(" FROM ");
    text.add_source(query.table, query.index).add(" WHERE ");
    text.add_equality(keys.front().name, query.hash);
    if (statement.filter.kind != ConditionKind::None) {
        text.add(" AND ").add_condition(statement.filter);
    }
    if (statement.descends && keys.size() > 1) {
        text.add(" ORDER BY ").add_name(keys.back().name).add(" DESC");
    }
    std::string json = "{" + text.members();
    if (statement.consistent) json.append(member("ConsistentRead", "true"));
    if (query.page_items != 0) json.append(member("Limit", std::to_string(query.page_items)));
    if (!next_token.empty()) json.append(member("NextToken", next_token));
    return {"ExecuteStatement", json + kWithCapacity + "}"};
}

}  // namespace stator::simulation
