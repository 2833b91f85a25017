// The static checks of conditions and filters: from text to tree, and all errors.
#include <gtest/gtest.h>

#include <chrono>

#include "protocol/expression/analysis/parser.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression::analysis {
namespace {

using tests::kNames;
using tests::kValues;

// The tree as text, or the message without "Invalid ConditionExpression: ".
std::string parsed(
    std::string_view text, values::ExpressionKind kind = values::ExpressionKind::Condition
) {
    ExpressionScope scope = tests::scope(kNames, kValues).value();
    const auto condition = parse_condition(text, kind, scope);
    if (!condition.has_error()) return condition_text(*condition);
    return std::string(
        tests::without_prefix(condition.error().message, "Invalid ConditionExpression: ")
    );
}

struct ConditionCase {
    std::string name;
    std::string text;
    std::string expected;
};

void check(const std::vector<ConditionCase>& cases) {
    for (const ConditionCase& each : cases)
        EXPECT_EQ(parsed(each.text), each.expected) << each.name;
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all.append(text);
    return all;
}

TEST(ConditionGrammar, BuildsTrees) {
    check({
        {"comparison", "a = :s", R"(a = {"S":"text"})"},
        {"every comparator",
         "a<b OR a<=b OR a>b OR a>=b OR a<>b OR a=b",
         "(a < b OR a <= b OR a > b OR a >= b OR a <> b OR a = b)"},
        {"value on the left", ":s = a", R"({"S":"text"} = a)"},
        {"two values", ":s = :s", R"({"S":"text"} = {"S":"text"})"},
        {"precedence", "a = b OR c = d AND NOT e = f", "(a = b OR (c = d AND NOT e = f))"},
        {"parentheses", "(a = b OR c = d) AND e = f", "((a = b OR c = d) AND e = f)"},
        {"keywords in any case",
         "a = b And c = d oR nOt e = f",
         "((a = b AND c = d) OR NOT e = f)"},
        {"not not", "NOT NOT a = b", "NOT NOT a = b"},
        {"between", "a between :m aNd :n", R"(a BETWEEN {"N":"4"} AND {"N":"5"})"},
        {"between and and",
         "a BETWEEN :m AND :n AND b = c",
         R"((a BETWEEN {"N":"4"} AND {"N":"5"} AND b = c))"},
        {"in", "a IN (:s)", R"(a IN ({"S":"text"}))"},
        {"in several", "a in (:s, b, :n)", R"(a IN ({"S":"text"}, b, {"N":"5"}))"},
        {"functions",
         "attribute_exists(a) AND attribute_not_exists(b[1])",
         "(attribute_exists(a) AND attribute_not_exists(b[1]))"},
        {"functions of two",
         "begins_with(a, :s) AND contains(b, :n)",
         R"((begins_with(a, {"S":"text"}) AND contains(b, {"N":"5"})))"},
        {"attribute_type", "attribute_type(a, :typeS)", R"(attribute_type(a, {"S":"S"}))"},
        {"attribute_type of a value",
         "attribute_type(:n, :typeS)",
         R"(attribute_type({"N":"5"}, {"S":"S"}))"},
        {"size",
         "size(a) > :n AND :n < size(:s)",
         R"((size(a) > {"N":"5"} AND {"N":"5"} < size({"S":"text"})))"},
        {"size of map literal", "size(:map) = :n", R"(size({"M":{"k":{"S":"v"}}}) = {"N":"5"})"},
        {"contains size", "contains(a, size(b))", "contains(a, size(b))"},
        {"path", "a.b[3].#c.#dot[0] = :s", R"(a.b[3].c.x.y[0] = {"S":"text"})"},
        {"blanks inside paths", "a . b [ 0 ]\t=\r\n:s", R"(a.b[0] = {"S":"text"})"},
        {"parenthesised operands", "(a) = (:s)", R"(a = {"S":"text"})"},
        {"parenthesised path head", "(a.b).c = :s", R"(a.b.c = {"S":"text"})"},
        {"parenthesised head, index", "b = (a)[0]", "b = a[0]"},
        {"twice extended head", "((a).b).c = :s", R"(a.b.c = {"S":"text"})"},
        {"parenthesised size", "(size(a)) > :n", R"(size(a) > {"N":"5"})"},
        {"parenthesised call", "(attribute_exists(a))", "attribute_exists(a)"},
        {"parenthesised argument", "size((a)) > :n", R"(size(a) > {"N":"5"})"},
        {"inner pair", "((a = :s) AND b = :s)", R"((a = {"S":"text"} AND b = {"S":"text"}))"},
        {"each in a pair", "((a = b) AND (c = d))", "(a = b AND c = d)"},
        {"ADD is no keyword here", "a = #name", "a = name"},
    });
}

TEST(ConditionGrammar, ReportsSyntaxErrors) {
    const auto syntax = [](std::string_view token, std::string_view near) {
        return std::string("Syntax error; token: \"")
            .append(token)
            .append("\", near: \"")
            .append(near)
            .append("\"");
    };
    check({
        {"blank", "  ", syntax("<EOF>", "")},
        {"bare path", "foo", syntax("<EOF>", "foo")},
        {"bare value", ":s", syntax("<EOF>", ":s")},
        {"bare in parentheses", "(a)", syntax("<EOF>", ")")},
        {"bare before AND", "a AND b = c", syntax("AND", "a AND b")},
        {"bare after AND", "a = b AND c", syntax("<EOF>", "c")},
        {"bare after NOT", "NOT a", syntax("<EOF>", "a")},
        {"bare inside", "(a AND b = c)", syntax("AND", "a AND b")},
        {"double comparator", "a = = b", syntax("=", "= = b")},
        {"chained", "a = b = c", syntax("=", "b = c")},
        {"comparison as operand", "a = (b = c)", syntax("=", "b = c")},
        {"condition compared", "(NOT a = b) = c", syntax("=", ") = c")},
        {"empty parentheses", "()", syntax(")", "()")},
        {"empty IN", "a IN ()", syntax(")", "()")},
        {"IN without list", "a IN :s", syntax(":s", "IN :s")},
        {"IN trailing comma", "a IN (b,)", syntax(")", ",)")},
        {"no arguments", "size() > :n", syntax(")", "() >")},
        {"size index", "size(a)[0] = :n", syntax("[", ")[0")},
        {"size member", "size(a).b = :n", syntax(".", ").b")},
        {"parenthesised size member", "(size(a)).b = :n", syntax(".", ").b")},
        {"parenthesised value member", "(:s).b = :n", syntax(".", ").b")},
        {"unclosed", "(a = b", syntax("<EOF>", "b")},
        {"too many closing", "a = b)", syntax(")", "b)")},
        {"between without AND", "a BETWEEN :m, :n", syntax(",", ":m, :n")},
        {"keyword as identifier", "and = :s", syntax("and", "and =")},
        {"keyword as operand", "a = or", syntax("or", "= or")},
        {"keyword in a path", "a.not = :s", syntax("not", ".not =")},
        {"value index", "a[:n] = :s", syntax(":n", "[:n]")},
        {"name index", "a[#a] = :s", syntax("#a", "[#a]")},
        {"negative index", "a[-1] = :s", syntax("-", "[-1")},
        {"no index", "a[] = :s", syntax("]", "[] =")},
        {"fraction", "a[4.5] = :s", syntax(".", "4.5")},
        {"two dots", "a..b = :s", syntax(".", "..b")},
        {"value member", "a.:s = :s", syntax(":s", ".:s =")},
        {"literal number", "a = 5", syntax("5", "= 5")},
        {"lone sigil", "# = :s", syntax("#", "# =")},
        {"lone colon", "a = :", syntax(":", "= :")},
        {"not equal", "a != :s", syntax("!", "a !=")},
        {"quote", "a = \"x\"", syntax("\"", "= \"x")},
        {"accent", "a = \xC3\xA9t", syntax("\xC3\xA9", "= \xC3\xA9t")},
        {"infix function",
         "#a attribute_not_exists :x",
         syntax("attribute_not_exists", "#a attribute_not_exists :x")},
        {"value behind name", "tenantAgent:abc123-x", syntax(":abc123", "tenantAgent:abc123-")},
        {"name called", "#a(b)", syntax("(", "#a(b")},
        {"underscore first", "_a = :s", syntax("_", "_a")},
        {"spacing kept", "a  =\t=  b", syntax("=", "=\t=  b")},
        {"syntax before semantics", "size(a) AND status = )", syntax(")", "= )")},
    });
}

TEST(ConditionGrammar, LimitsSizeAndCounts) {
    const std::string limit_text = "a = :s" + std::string(4'090, ' ');
    EXPECT_EQ(parsed(limit_text), R"(a = {"S":"text"})");
    EXPECT_EQ(
        parsed(limit_text + " "),
        "Expression size has exceeded the maximum allowed size; expression size: 4097"
    );
    EXPECT_EQ(parsed(""), "The expression can not be empty;");

    const auto comparisons = [](std::size_t operators) {
        // n comparisons joined by AND have 2n - 1 operators; a NOT makes the number even.
        const std::string text = "a=b" + repeated(" AND a=b", (operators - 1) / 2);
        return operators % 2 == 0 ? "NOT " + text : text;
    };
    EXPECT_FALSE(parsed(comparisons(299)).starts_with("The expression"));
    EXPECT_FALSE(parsed(comparisons(300)).starts_with("The expression"));
    const std::string too_many = "The expression contains too many operators; operator count: 301";
    EXPECT_EQ(parsed(comparisons(301)), too_many);
    EXPECT_EQ(parsed(comparisons(301) + " )"), too_many) << "the parser stops there";
    EXPECT_EQ(parsed("status=b AND f(a) AND " + comparisons(400)), too_many) << "before semantics";
    const std::string between = "a BETWEEN :m AND :n";
    EXPECT_TRUE(parsed(between + repeated(" AND " + between, 149)).starts_with("(a BETWEEN"))
        << "BETWEEN and its AND count once";
}

TEST(ConditionGrammar, LimitsPathsAndLists) {
    check({
        {"100 in",
         "a IN (:s" + repeated(",:s", 99) + ")",
         "a IN ({\"S\":\"text\"}" + repeated(", {\"S\":\"text\"}", 99) + ")"},
        {"163 in",
         "a IN (:s" + repeated(",:s", 162) + ")",
         "The IN operator is provided with too many operands; number of operands: 163"},
        {"32 elements", "a" + repeated(".b", 31) + " = c", "a" + repeated(".b", 31) + " = c"},
        {"33 elements",
         "a" + repeated("[0]", 32) + " = c",
         "The document path has too many nesting levels; nesting levels: 33"},
        {"greatest index", "a[2147483647] = c", "a[2147483647] = c"},
        {"greater index",
         "a[2147483648] = c",
         "List index is not within the allowable range; index: [2147483648]"},
        {"huge index",
         "a[99999999999999999999999] = c",
         "List index is not within the allowable range; index: [99999999999999999999999]"},
    });
}

TEST(ConditionGrammar, SurvivesDeepNesting) {
    const auto start = std::chrono::steady_clock::now();
    const std::string redundant = "The expression has redundant parentheses;";
    EXPECT_EQ(parsed(std::string(4'096, '(')), redundant);
    EXPECT_EQ(parsed(repeated("(", 2'000) + "a=b" + repeated(")", 2'000)), redundant);
    EXPECT_EQ(parsed("a = " + repeated("(", 2'000) + "b" + repeated(")", 2'000)), redundant);
    EXPECT_NE(parsed(repeated("f(", 2'000)).find("function: f"), std::string::npos);
    EXPECT_NE(parsed(repeated("size(", 800)).find("function: size"), std::string::npos);
    EXPECT_EQ(
        parsed(repeated("NOT ", 1'000) + "a=b"),
        "The expression contains too many operators; operator count: 301"
    );
    const std::string deepest = repeated("(NOT ", 299) + "a=b" + repeated(")", 299);
    EXPECT_TRUE(parsed(deepest).ends_with("a = b"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST(ConditionSemantics, RefusesNamesAndFunctions) {
    check({
        {"reserved",
         "status = :s",
         "Attribute name is a reserved keyword; reserved keyword: status"},
        {"reserved as written",
         "Name = :s",
         "Attribute name is a reserved keyword; reserved keyword: Name"},
        {"nested reserved",
         "a.Data[0] = :s",
         "Attribute name is a reserved keyword; reserved keyword: Data"},
        {"SET is reserved",
         "set = :s",
         "Attribute name is a reserved keyword; reserved keyword: set"},
        {"reserved behind a name", "#name = :s", R"(name = {"S":"text"})"},
        {"not reserved", "pk = sk AND id = type_", "(pk = sk AND id = type_)"},
        {"unknown function", "foo(a)", "Invalid function name; function: foo"},
        {"wrong case", "Size(a) > :n", "Invalid function name; function: Size"},
        {"unknown in operand", "a = foo(b)", "Invalid function name; function: foo"},
        {"update function",
         "if_not_exists(a, :s) = :s",
         "The function is not allowed in a condition expression; function: if_not_exists"},
        {"update function alone",
         "list_append(a, :l)",
         "The function is not allowed in a condition expression; function: list_append"},
        {"size alone",
         "size(a)",
         "The function is not allowed to be used this way in an expression; function: size"},
        {"condition compared",
         "attribute_exists(a) = :bool",
         "The function is not allowed to be used this way in an expression; function: "
         "attribute_exists"},
        {"condition as argument",
         "contains(a, begins_with(b, :s))",
         "The function is not allowed to be used this way in an expression; function: begins_with"},
        {"undefined name",
         "#x = :s",
         "An expression attribute name used in the document path is not defined; attribute name: "
         "#x"},
        {"undefined value",
         "a = :x",
         "An expression attribute value used in expression is not defined; attribute value: :x"},
        {"redundant around condition", "((a = b))", "The expression has redundant parentheses;"},
        {"redundant around operand", "((a)) = b", "The expression has redundant parentheses;"},
        {"redundant on the right", "a = ((b))", "The expression has redundant parentheses;"},
        {"redundant argument", "size(((a))) > :n", "The expression has redundant parentheses;"},
        {"redundant around AND",
         "((a = b AND c = d))",
         "The expression has redundant parentheses;"},
        {"redundant under NOT", "NOT ((a = b))", "The expression has redundant parentheses;"},
    });
}

TEST(ConditionSemantics, ChecksOperands) {
    const std::string wrong =
        "Incorrect operand type for operator or function; operator or function: ";
    const std::string count =
        "Incorrect number of operands for operator or function; operator or function: ";
    const std::string path =
        "Operator or function requires a document path; operator or function: ";
    check({
        {"ordering BOOL", "a < :bool", wrong + "<, operand type: BOOL"},
        {"ordering NULL", ":null >= a", wrong + ">=, operand type: NULL"},
        {"ordering L", "a > :l", wrong + ">, operand type: L"},
        {"ordering M", "a <= :map", wrong + "<=, operand type: M"},
        {"ordering SS", "a < :ss", wrong + "<, operand type: SS"},
        {"under NOT", "NOT a < :bool", wrong + "<, operand type: BOOL"},
        {"between", "a BETWEEN :ns AND :ns", wrong + "BETWEEN, operand type: NS"},
        {"begins_with N", "begins_with(a, :n)", wrong + "begins_with, operand type: N"},
        {"begins_with first", "begins_with(:bool, a)", wrong + "begins_with, operand type: BOOL"},
        {"begins_with size", "begins_with(size(a), :s)", wrong + "begins_with, operand type: N"},
        {"contains N", "contains(:n, a)", wrong + "contains, operand type: N"},
        {"contains M", "contains(:map, a)", wrong + "contains, operand type: M"},
        {"contains size", "contains(size(a), b)", wrong + "contains, operand type: N"},
        {"size N", "size(:n) > a", wrong + "size, operand type: N"},
        {"size BOOL", "size(:bool) > a", wrong + "size, operand type: BOOL"},
        {"size NULL", "size(:null) > a", wrong + "size, operand type: NULL"},
        {"size size", "size(size(a)) > :n", wrong + "size, operand type: N"},
        {"type name N", "attribute_type(a, :n)", wrong + "attribute_type, operand type: N"},
        {"type name path",
         "attribute_type(a, b)",
         wrong + "attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}"},
        {"type name size", "attribute_type(a, size(b))", wrong + "attribute_type, operand type: N"},
        {"type name unknown",
         "attribute_type(a, :typeBad)",
         "Invalid attribute type name found; type: STRING, valid types: "
         "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}"},
        {"count of exists",
         "attribute_exists(a, b)",
         count + "attribute_exists, number of operands: 2"},
        {"count of size", "size(a, b) > :n", count + "size, number of operands: 2"},
        {"count of contains", "contains(a)", count + "contains, number of operands: 1"},
        {"count of type", "attribute_type(a)", count + "attribute_type, number of operands: 1"},
        {"count of prefix", "begins_with(a, b, c)", count + "begins_with, number of operands: 3"},
        {"exists of value", "attribute_exists(:s)", path + "attribute_exists"},
        {"not exists of value", "attribute_not_exists(:s)", path + "attribute_not_exists"},
        {"exists of size", "attribute_exists(size(a))", path + "attribute_exists"},
        {"equality takes all",
         "a = :map OR a <> :bool OR a IN (:l, :ss)",
         R"((a = {"M":{"k":{"S":"v"}}} OR a <> {"BOOL":true} OR a IN ({"L":[{"N":"1"}]}, )"
         R"({"SS":["x","y"]})))"},
    });
}

TEST(ConditionSemantics, ComparesOperands) {
    const auto distinct = [](std::string_view operation, std::string_view path) {
        return std::string(
                   "The first operand must be distinct from the remaining operands for "
                   "this operator or function; operator: "
        )
            .append(operation)
            .append(", first operand: ")
            .append(path);
    };
    const std::string types =
        "The BETWEEN operator requires same data type for lower and upper "
        "bounds; lower bound operand: AttributeValue: ";
    const std::string order =
        "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
        "lower bound operand: AttributeValue: ";
    check({
        {"equal", "a.b = a.b", distinct("=", "[a, b]")},
        {"not equal", "a[1] <> #a[1]", distinct("<>", "[a, [1]]")},
        {"ordering", "a <= a", distinct("<=", "[a]")},
        {"begins_with", "begins_with(a, a)", distinct("begins_with", "[a]")},
        {"contains", "contains(a, a)", distinct("contains", "[a]")},
        {"attribute_type", "attribute_type(a, a)", distinct("attribute_type", "[a]")},
        {"in", "a IN (b, a)", distinct("IN", "[a]")},
        {"between", "a BETWEEN a AND b", distinct("BETWEEN", "[a]")},
        {"values may be equal", ":s = :s", R"({"S":"text"} = {"S":"text"})"},
        {"sizes may be equal", "size(a) = size(a)", "size(a) = size(a)"},
        {"types",
         "a BETWEEN :n AND :s",
         types + "{N:5}, upper bound operand: AttributeValue: {S:text}"},
        {"binary type",
         "a BETWEEN :b AND :s",
         types + "{B:AQI=}, upper bound operand: AttributeValue: {S:text}"},
        {"order",
         "a BETWEEN :n AND :m",
         order + "{N:5}, upper bound operand: AttributeValue: {N:4}"},
        {"equal bounds", "a BETWEEN :n AND :n", R"(a BETWEEN {"N":"5"} AND {"N":"5"})"},
        {"bounds of paths", "a BETWEEN b AND :n", R"(a BETWEEN b AND {"N":"5"})"},
    });
}

TEST(ConditionSemantics, RanksFaults) {
    const std::string parens = "The expression has redundant parentheses;";
    const std::string reserved = "Attribute name is a reserved keyword; reserved keyword: status";
    const std::string bad = "Invalid function name; function: foo";
    const std::string misuse =
        "The function is not allowed to be used this way in an expression; function: size";
    const std::string name =
        "An expression attribute name used in the document path is not defined; attribute name: #x";
    const std::string value =
        "An expression attribute value used in expression is not defined; attribute value: :x";
    check({
        {"parentheses first", "foo(a) AND size(a) AND status = #x AND ((a = :x))", parens},
        {"then function", "size(a) AND status = #x AND foo(a)", bad},
        {"then misuse", "status = #x AND size(a)", misuse},
        {"then reserved", "a = #x AND status = b", reserved},
        {"first condition",
         "attribute_exists(:s) AND a = :x",
         "Operator or function requires a document path; operator or function: attribute_exists"},
        {"undefined before count", "attribute_exists(a, :x)", value},
        {"undefined in text order", "#x = :x", name},
        {"undefined value earlier", ":x = #x", value},
        {"count before distinct",
         "contains(a, a, b)",
         "Incorrect number of operands for operator or function; operator or function: contains, "
         "number of operands: 3"},
        {"distinct before type",
         "attribute_type(a, a)",
         "The first operand must be distinct from the remaining operands for this operator or "
         "function; operator: attribute_type, first operand: [a]"},
        {"undefined before type", "begins_with(:n, :x)", value},
    });
}

TEST(ConditionSemantics, NamesItsKind) {
    ExpressionScope scope = tests::scope("", "").value();
    const auto filter = parse_condition("a = ", values::ExpressionKind::Filter, scope);
    EXPECT_EQ(
        tests::verdict(filter),
        "Invalid FilterExpression: Syntax error; token: \"<EOF>\", near: \"=\""
    );
    const auto condition = parse_condition("", values::ExpressionKind::Condition, scope);
    EXPECT_EQ(
        tests::verdict(condition), "Invalid ConditionExpression: The expression can not be empty;"
    );
}

}  // namespace
}  // namespace stator::protocol::expression::analysis
