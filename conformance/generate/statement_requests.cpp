#include "conformance/generate/request_writer.hpp"

namespace stator::conformance::generate {

/// Returns a value for a statement: a literal if it is simple, otherwise a parameter.
std::string RequestWriter::literal(std::string_view value) {
    const bool is_text = value.starts_with(R"({"S":")") &&
                         value.find('\\') == std::string_view::npos &&
                         value.find('\'') == std::string_view::npos;
    if (is_text && random_.percent(50)) {
        return "'" + std::string(value.substr(6, value.size() - 8)) + "'";
    }
    if (value.starts_with(R"({"N":")") && random_.percent(50)) {
        return std::string(value.substr(6, value.size() - 8));
    }
    parameters_.emplace_back(value);
    return "?";
}

std::string RequestWriter::statement_where(
    const KnownTable& table, const Item& key, bool only_key
) {
    std::string text;
    for (const auto& [name, value] : key) {
        text += (text.empty() ? " WHERE " : " AND ") + name + " = " + literal(value);
    }
    if (only_key || random_.percent(70)) return text;
    const Item* item = item_of(table);
    const std::string value =
        item != nullptr && item->contains("a") ? values_.near(item->at("a")) : values_.any(1);
    switch (random_.below(5)) {
        case 0: return text + " AND a = " + literal(value);
        case 1: return text + " AND a IS MISSING";
        case 2: return text + " AND attribute_type(b, " + literal(R"({"S":"N"})") + ")";
        case 3: return text + " AND contains(a, " + literal(value) + ")";
        default:
            return text + " AND a IN [" + literal(value) + ", " + literal(values_.any(0)) + "]";
    }
}

std::string RequestWriter::select(const KnownTable& table, const Item& key, bool is_single) {
    std::string source = "\"" + table.shape.name + "\"";
    if (!is_single && !table.shape.indexes.empty() && random_.percent(30)) {
        source += ".\"" + random_.one_of(table.shape.indexes).name + "\"";
    }
    const std::string columns = random_.one_of({"*", "*", "a", "a, b", "pk, d", "m.a", "l[0]"});
    const std::string start = "SELECT " + columns + " FROM " + source;
    if (is_single) return start + statement_where(table, key, random_.percent(90));
    if (random_.percent(20)) return start;
    Item part = key;
    if (random_.percent(50)) part.erase(table.shape.keys.range.name);
    std::string text = start + statement_where(table, part, false);
    const bool has_order = table.shape.keys.has_range() && random_.percent(15);
    if (has_order)
        text += " ORDER BY " + table.shape.keys.range.name + random_.one_of({" DESC", " ASC", ""});
    return text;
}

std::string RequestWriter::insert(const KnownTable& table) {
    std::string members;
    for (const auto& [name, value] : values_.item(table.shape)) {
        members += (members.empty() ? "'" : ", '") + name + "': " + literal(value);
    }
    return "INSERT INTO \"" + table.shape.name + "\" VALUE {" + members + "}";
}

std::string RequestWriter::change(const KnownTable& table, const Item& key) {
    const std::string source = "\"" + table.shape.name + "\"";
    const std::string returning =
        random_.percent(25)
            ? std::string(" RETURNING ") +
                  random_.one_of({"ALL OLD *", "ALL NEW *", "MODIFIED OLD *", "MODIFIED NEW *"})
            : "";
    if (random_.percent(30)) {
        const std::string old = returning.empty() ? "" : " RETURNING ALL OLD *";
        return "DELETE FROM " + source + statement_where(table, key, false) + old;
    }
    std::string clauses;
    for (int i = random_.between(1, 2); i > 0; --i) {
        switch (random_.below(5)) {
            case 0: clauses += " REMOVE " + values_.attribute_name(); break;
            case 1: clauses += " SET b = b + " + literal(values_.of_type("N", 0)); break;
            case 2:
                clauses += " SET l = list_append(l, " + literal(values_.of_type("L", 1)) + ")";
                break;
            case 3:
                clauses += " SET d = set_add(d, " + literal(values_.of_type("SS", 1)) + ")";
                break;
            default: clauses += " SET a = " + literal(values_.any(1)); break;
        }
    }
    return "UPDATE " + source + clauses + statement_where(table, key, false) + returning;
}

std::string RequestWriter::statement(bool is_single, bool writes_only, bool reads_only) {
    parameters_.clear();
    const KnownTable& table = this->table();
    const Item key = key_in(table);
    if (reads_only || (!writes_only && random_.percent(45))) return select(table, key, is_single);
    if (is_single && random_.percent(10)) {
        return "EXISTS(SELECT * FROM \"" + table.shape.name + "\"" +
               statement_where(table, key, false) + ")";
    }
    return random_.percent(40) ? insert(table) : change(table, key);
}

void RequestWriter::add_statement(ObjectText& request, const std::string& statement) {
    request.add_text("Statement", statement);
    if (!parameters_.empty()) request.add("Parameters", list_text(parameters_));
}

Request RequestWriter::execute_statement() {
    ObjectText request;
    add_statement(request, statement(false, false, false));
    if (random_.percent(20)) request.add("Limit", std::to_string(random_.between(1, 5)));
    if (random_.percent(25)) request.add("ConsistentRead", "true");
    add_return_consumed_capacity(request);
    return {"ExecuteStatement", request.text()};
}

std::string RequestWriter::statement_list(int count, bool writes) {
    std::vector<std::string> members;
    for (int i = 0; i < count; ++i) {
        ObjectText member;
        const std::string text = statement(true, writes, !writes);
        add_statement(member, text);
        if (random_.percent(10)) member.add_text("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
        members.push_back(member.text());
    }
    return list_text(members);
}

Request RequestWriter::batch_execute_statement() {
    ObjectText request;
    request.add("Statements", statement_list(random_.between(1, 3), random_.percent(50)));
    add_return_consumed_capacity(request);
    return {"BatchExecuteStatement", request.text()};
}

Request RequestWriter::execute_transaction() {
    ObjectText request;
    request.add("TransactStatements", statement_list(random_.between(1, 3), random_.percent(60)));
    add_return_consumed_capacity(request);
    return {"ExecuteTransaction", request.text()};
}

}  // namespace stator::conformance::generate
