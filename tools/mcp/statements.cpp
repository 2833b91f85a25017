#include "tools/mcp/statements.hpp"

#include "protocol/partiql/lexer.hpp"

namespace stator::tools::mcp {
namespace {

using protocol::wire::JsonView;

// A statement that the lexer cannot read does not count as a SELECT. DynamoDB would reject it, so
// nothing is lost.
bool is_select(std::string_view statement) {
    const auto tokens = protocol::partiql::tokenize(statement);
    return tokens.has_value() && tokens->front().is_keyword("select");
}

// Checks every member of that name, because readers differ in which duplicate they use.
bool selects(JsonView object) {
    for (const auto& member : object.members()) {
        if (protocol::wire::member_name(member) != "Statement") continue;
        const JsonView statement(member.value);
        if (statement.is_string() && !is_select(statement.string())) return false;
    }
    return true;
}

}  // namespace

bool only_selects(JsonView request) {
    if (!selects(request)) return false;
    for (const auto& member : request.members()) {
        const JsonView list(member.value);
        if (!list.is_array()) continue;
        for (const auto& element : list.elements()) {
            const JsonView statement(element);
            if (statement.is_object() && !selects(statement)) return false;
        }
    }
    return true;
}

}  // namespace stator::tools::mcp
