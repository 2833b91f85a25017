// Statements with their parameters, and all errors that require no table.
#include "protocol/partiql/statement.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/partiql/parameters.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::partiql {
namespace {

// The converted clauses of the statement, or the error message. `parameters` is JSON in single
// quotes, "" for no parameters.
std::string read(std::string_view text, std::string_view parameters = "") {
    std::vector<values::AttributeValue> values;
    if (!parameters.empty()) {
        const auto document = tests::document(parameters);
        auto decoded = decode_parameters(document.root());
        if (decoded.has_error()) return decoded.error().message;
        values = std::move(decoded).value();
    }
    const auto statement = read_statement(text, values);
    if (statement.has_error()) return statement.error().message;
    std::string result;
    if (statement->item) result += tests::item_text(statement->item.get());
    if (!statement->update.actions.empty()) result += expression::update_text(statement->update);
    if (statement->where) result += " WHERE " + expression::condition_text(*statement->where);
    return result;
}

std::string where(const std::string& condition, std::string_view parameters = "") {
    return read("SELECT * FROM T WHERE " + condition, parameters);
}

std::string set(const std::string& clause, std::string_view parameters = "") {
    return read("UPDATE T SET " + clause + " WHERE k = 1", parameters);
}

std::string insert(const std::string& value) {
    return read("INSERT INTO T VALUE {'k': 1, 'a': " + value + "}");
}

TEST(PartiqlStatement, LowersConditions) {
    EXPECT_EQ(
        where("a = 1 AND NOT b IN ['x', ?]", "[{'S':'y'}]"),
        " WHERE (a = {\"N\":\"1\"} AND NOT b IN ({\"S\":\"x\"}, {\"S\":\"y\"}))"
    );
    EXPECT_EQ(where("a IS MISSING"), " WHERE attribute_not_exists(a)");
    EXPECT_EQ(where("a IS NOT NULL"), " WHERE NOT attribute_type(a, {\"S\":\"NULL\"})");
    EXPECT_EQ(
        where("attribute_exists(a) = false"), " WHERE (attribute_exists(a)) = {\"BOOL\":false}"
    );
    EXPECT_EQ(
        where("true = contains(m.x[0], 'y')"),
        " WHERE {\"BOOL\":true} = (contains(m.x[0], {\"S\":\"y\"}))"
    );
    EXPECT_EQ(where("SIZE(a) >= 3"), " WHERE size(a) >= {\"N\":\"3\"}");
}

TEST(PartiqlStatement, NamesConditionFaults) {
    EXPECT_EQ(
        where("a < ?", "[{'BOOL':true}]"),
        "Incorrect operand type for operator or function; operator or function: <, operand "
        "type: BOOL"
    );
    EXPECT_EQ(
        where("begins_with(a, 1)"),
        "Incorrect operand type for operator or function; operator or function: begins_with, "
        "operand type: N"
    );
    EXPECT_EQ(
        where("attribute_exists('a')"),
        "Operator or function requires a document path; operator or function: "
        "attribute_exists"
    );
    EXPECT_EQ(
        where("attribute_exists()"),
        "Incorrect number of operands for operator or function; operator or function: "
        "attribute_exists, number of operands: 0"
    );
    EXPECT_EQ(where("EXISTS(a)"), "Unrecognized function: exists at 1:23:6");
    EXPECT_EQ(where("set_add(a, <<'x'>>) = a"), "Unrecognized function: set_add at 1:23:7");
    EXPECT_EQ(
        where("a[-1] = 1"), "List index is not within the allowable range; index: [-1] at 1:26:1"
    );
    EXPECT_EQ(where("a = ?"), "Number of parameters in request and statement don't match.");
    EXPECT_EQ(where("a LIKE 'x'"), "Unsupported operation: Like");
    EXPECT_EQ(read("x IS INT4"), "Unsupported operation: IsType");
    EXPECT_EQ(where("\"\".x = 1"), "Path component cannot be an empty string");
    EXPECT_EQ(
        read("SELECT * FROM a.b.c"), "A path may contain at most 2 components in the FROM clause"
    );
    EXPECT_EQ(
        read("INSERT INTO a.b VALUE {'k': 1}"),
        "Statement wasn't well formed, can't be processed: FROM clause may only contain a single "
        "table name in data manipulation statements at 1:13:1"
    );
    EXPECT_EQ(read("SELECT a, m.a FROM t"), "Duplicate identifiers in select clause: a");
    EXPECT_EQ(
        read("SELECT m, m.a FROM t"),
        "Two document paths overlap with each other; must remove or rewrite one of these paths; "
        "path one: [m, a], path two: [m]"
    );
}

TEST(PartiqlStatement, LowersUpdates) {
    EXPECT_EQ(
        set("a = b - 1, c[0] = list_append(c, [2])"),
        "SET a = b - {\"N\":\"1\"}; SET c[0] = list_append(c, {\"L\":[{\"N\":\"2\"}]})"
        " WHERE k = {\"N\":\"1\"}"
    );
    EXPECT_EQ(
        set("s = set_add(s, <<1, 2>>) REMOVE x"),
        "ADD s {\"NS\":[\"1\",\"2\"]}; REMOVE x WHERE k = {\"N\":\"1\"}"
    );
    EXPECT_EQ(
        set("s = SET_DELETE(s, ?)", "[{'SS':['x']}]"),
        "DELETE s {\"SS\":[\"x\"]} WHERE k = {\"N\":\"1\"}"
    );
}

TEST(PartiqlStatement, NamesUpdateFaults) {
    EXPECT_EQ(
        set("t = set_add(ss, <<'x'>>)"),
        "The first argument to SET_ADD must equal the assignment value at 1:18:7"
    );
    EXPECT_EQ(
        set("ss = set_add(ss, 'x')"),
        "The second argument to SET_ADD must be a value with type SET at 1:27:2"
    );
    EXPECT_EQ(
        set("ss = set_delete(\"ss\", 'x')"),
        "The second argument to SET_DELETE must be a value with type SET at 1:30:4"
    );
    EXPECT_EQ(set("ss = set_add(ss)"), "SET_ADD must have exactly two arguments at 1:19:7");
    EXPECT_EQ(set("ss = set_add(ss, <<>>)"), "Empty bags are not supported");
    EXPECT_EQ(
        set("ss = set_add(ss, <<'x', 'x'>>)"),
        "One or more parameter values were invalid: Input collection [x, x] contains "
        "duplicates."
    );
    EXPECT_EQ(
        set("a = 'x' + 1"),
        "Incorrect operand type for operator or function; operator or function: +, operand "
        "type: S"
    );
    EXPECT_EQ(set("a = if_not_exists(a, 1)"), "Unrecognized function: if_not_exists at 1:18:13");
    EXPECT_EQ(
        set("a = 1, a = 2"),
        "Two document paths overlap with each other; must remove or rewrite one of these "
        "paths; path one: [a], path two: [a]"
    );
    EXPECT_EQ(
        read("DELETE FROM T WHERE k = 1 RETURNING MODIFIED OLD *"),
        "Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is "
        "allowed in DELETE statements."
    );
    EXPECT_EQ(read("UPDATE T t SET a = 1 WHERE k = 1"), "Aliasing is not supported");
}

TEST(PartiqlStatement, ReadsItems) {
    EXPECT_EQ(
        insert("{'x': [1e2, true], 'y': null}"),
        "{'a':{'M':{'x':{'L':[{'N':'100'},{'BOOL':true}]},'y':{'NULL':true}}},'k':{'N':'1'}}"
    );
    EXPECT_EQ(insert("<<'b', 'a'>>"), "{'a':{'SS':['a','b']},'k':{'N':'1'}}");
}

TEST(PartiqlStatement, NamesLiteralFaults) {
    const std::string overflow =
        "Number overflow. Attempting to store a number with magnitude larger than supported range";
    EXPECT_EQ(insert("1e126"), overflow + " under root");
    EXPECT_EQ(insert("{'x': 1e126}"), overflow + " under root.x");
    EXPECT_EQ(insert("[1, 1e126]"), overflow + " under root[1]");
    EXPECT_EQ(insert("[?]"), "Unsupported data type: Parameter under key root[0] at 1:36:1");
    EXPECT_EQ(insert("{'x': ?}"), "Unsupported data type: Parameter under key root.x at 1:41:1");
    EXPECT_EQ(
        insert("set_add(<<'a'>>, <<'b'>>)"),
        "Unsupported data type: set_add under key root at 1:35:7"
    );
    EXPECT_EQ(
        insert("<<1, 'a'>>"),
        "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in "
        "bags"
    );
    EXPECT_EQ(
        insert("<<2, 2.0>>"),
        "One or more parameter values were invalid: Input collection [2, 2.0] contains "
        "duplicates! under root"
    );
    const auto nested = [](std::size_t levels) {
        return insert(std::string(levels, '[') + "1" + std::string(levels, ']'));
    };
    EXPECT_EQ(nested(31).substr(0, 5), "{'a':");
    EXPECT_EQ(
        nested(32).substr(0, 63), "Nesting Levels have exceeded supported limits under root[0][0]["
    );
}

TEST(PartiqlStatement, KeepsColumnFaultsForLater) {
    const auto statement = read_statement("SELECT a, COUNT(*) FROM T", {});
    ASSERT_FALSE(statement.has_error());
    EXPECT_EQ(statement->column_error->message, "Unexpected path component at 1:11:5");
}

TEST(PartiqlStatement, NamesColumns) {
    const auto statement = read_statement("SELECT m.k[0], m.x, l[-0], nope FROM T", {});
    ASSERT_FALSE(statement.has_error());
    const auto row =
        tests::item("{'l':{'L':[{'N':'1'}]},'m':{'M':{'k':{'L':[{'S':'a'}]},'x':{'N':'2'}}}}");
    EXPECT_EQ(
        tests::item_text(project_columns(*row, *statement->columns).get()),
        "{'k[0]':{'S':'a'},'l[0]':{'N':'1'},'x':{'N':'2'}}"
    );
}

}  // namespace
}  // namespace stator::protocol::partiql
