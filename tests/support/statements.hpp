// Runs PartiQL statements on a Database.
#pragma once

#include <string>
#include <string_view>

#include "protocol/wire/json.hpp"
#include "tests/support/database.hpp"

namespace stator::testing {

// {"Statement":"…"}, with further members in `more` such as "\"Limit\":1".
inline std::string statement_json(std::string_view statement, std::string_view more = "") {
    std::string json = "{\"Statement\":";
    protocol::wire::append_json_string(json, statement);
    if (!more.empty()) json.append(",").append(more);
    return json.append("}");
}

inline std::string execute(
    Database& database, std::string_view statement, std::string_view more = ""
) {
    return database.run("ExecuteStatement", statement_json(statement, more));
}

// The string after `"name":"` up to the next quote, "" if the member is missing.
inline std::string string_member(const std::string& json, std::string_view name) {
    const std::string mark = "\"" + std::string(name) + "\":\"";
    const std::size_t begin = json.find(mark);
    if (begin == std::string::npos) return "";
    const std::size_t first = begin + mark.size();
    return json.substr(first, json.find('"', first) - first);
}

}  // namespace stator::testing
