#include "protocol/partiql/updates.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "protocol/partiql/parser.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::partiql {
namespace {

// The converted clauses after UPDATE t, or the error message.
std::string lowered_update(const std::string& clauses) {
    const auto parsed = parse_statement("UPDATE t " + clauses);
    if (parsed.has_error()) return parsed.error().message;
    Operands operands({});
    const auto update = lower_update(parsed->root.statement->assignments, operands);
    if (update.has_error()) return update.error().message;
    return expression::update_text(*update);
}

struct UpdateCase {
    std::string clauses;
    std::string outcome;
};

void expect_lowered_update(const std::vector<UpdateCase>& cases) {
    for (const UpdateCase& each : cases)
        EXPECT_EQ(lowered_update(each.clauses), each.outcome) << each.clauses;
}

TEST(PartiqlUpdates, BecomeExpressionUpdates) {
    expect_lowered_update({
        {"SET a = 1", R"(SET a = {"N":"1"})"},
        {"SET a.b[0] = c", "SET a.b[0] = c"},
        {"SET a = b + 1 SET c = 2 - d", R"(SET a = b + {"N":"1"}; SET c = {"N":"2"} - d)"},
        {"SET a = list_append([1], b)", R"(SET a = list_append({"L":[{"N":"1"}]}, b))"},
        {"SET a = set_add(a, <<1>>) REMOVE b, c[1]",
         R"(ADD a {"NS":["1"]}; REMOVE b; REMOVE c[1])"},
        {"SET a.b = SET_DELETE(a.b, <<'x'>>)", R"(DELETE a.b {"SS":["x"]})"},
    });
}

TEST(PartiqlUpdates, RequireASetOfTheTargetItself) {
    expect_lowered_update({
        {"SET a = set_add(a)", "SET_ADD must have exactly two arguments at 1:18:7"},
        {"SET a = set_delete(b, <<'x'>>)",
         "The first argument to SET_DELETE must equal the assignment value at 1:18:10"},
        {"SET a = set_add('a', <<'x'>>)",
         "The first argument to SET_ADD must equal the assignment value at 1:18:7"},
        {"SET a = set_add(a, 'x')",
         "The second argument to SET_ADD must be a value with type SET at 1:26:1"},
        {"SET a = set_add(a, b)",
         "The second argument to SET_ADD must be a value with type SET at 1:26:1"},
        {"SET a = set_add(a, ?)", R"(ADD a {"NULL":true})"},
    });
}

TEST(PartiqlUpdates, CheckOperandsOfKnownType) {
    const std::string type =
        "Incorrect operand type for operator or function; operator or function: ";
    expect_lowered_update({
        {"SET a = b + 'x'", type + "+, operand type: S"},
        {"SET a = [1] - b", type + "-, operand type: L"},
        {"SET a = list_append(b, 1)", type + "list_append, operand type: N"},
        {"SET a = ? + 1", R"(SET a = {"NULL":true} + {"N":"1"})"},
        {"SET a = list_append(b)",
         "Incorrect number of operands for operator or function; operator or function: "
         "list_append, "
         "number of operands: 1"},
        {"SET a = size(b)", "Unrecognized function: size at 1:18:4"},
        {"SET a = b * 2", "Unsupported operation: Times"},
        {"SET a = b = 2", "Unsupported operation: Eq"},
        {"SET a[-1] = 1", "List index is not within the allowable range; index: [-1] at 1:17:1"},
    });
}

TEST(PartiqlUpdates, RefuseTargetsThatCollide) {
    const std::string end =
        " with each other; must remove or rewrite one of these paths; path one: ";
    expect_lowered_update({
        {"SET a = 1 SET a.b = 2", "Two document paths overlap" + end + "[a], path two: [a, b]"},
        {"SET a.b = 1 REMOVE a[0]",
         "Two document paths conflict" + end + "[a, b], path two: [a, [0]]"},
        {"SET a.b = 1 SET a.c = a.b", R"(SET a.b = {"N":"1"}; SET a.c = a.b)"},
    });
}

}  // namespace
}  // namespace stator::protocol::partiql
