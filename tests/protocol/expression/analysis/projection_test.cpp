// ProjectionExpression: from text to paths, and all of its errors.
#include <gtest/gtest.h>

#include <chrono>

#include "protocol/expression/analysis/parser.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression::analysis {
namespace {

std::string parsed_projection(std::string_view text) {
    ExpressionScope scope = tests::scope(tests::kNames, "").value();
    const auto paths = parse_projection(text, scope);
    if (paths.has_error()) {
        return std::string(
            tests::without_prefix(paths.error().message, "Invalid ProjectionExpression: ")
        );
    }
    std::string all;
    for (const values::DocumentPath& path : *paths) all += values::path_text(path);
    return all;
}

struct ProjectionCase {
    std::string name;
    std::string text;
    std::string expected;
};

TEST(Projection, ParsesAndRefuses) {
    const std::string collide = " with each other; must remove or rewrite one of these paths; ";
    const std::vector<ProjectionCase> cases = {
        {"one", "a", "[a]"},
        {"several", "a.b[0].#c, #dot,x", "[a, b, [0], c][x.y][x]"},
        {"siblings", "a.b, a.c, d[0], d[1]", "[a, b][a, c][d, [0]][d, [1]]"},
        {"condition keywords are reserved",
         "a, and",
         "Attribute name is a reserved keyword; reserved keyword: and"},
        {"empty", "", "The expression can not be empty;"},
        {"too long",
         std::string(4'097, 'a'),
         "Expression size has exceeded the maximum allowed size;"},
        {"blank", " ", R"(Syntax error; token: "<EOF>", near: "")"},
        {"minus", "a-b", R"(Syntax error; token: "-", near: "a-b")"},
        {"trailing comma", "a,", R"(Syntax error; token: "<EOF>", near: ",")"},
        {"value", ":s", R"(Syntax error; token: ":s", near: ":s")"},
        {"call", "size(a)", R"(Syntax error; token: "(", near: "size(a")"},
        {"parentheses", "(a)", R"(Syntax error; token: "(", near: "(a")"},
        {"no comma", "a b", R"(Syntax error; token: "b", near: "a b")"},
        {"marks", "!!!", R"(Syntax error; token: "!", near: "!!")"},
        {"reserved", "a, b.Size", "Attribute name is a reserved keyword; reserved keyword: Size"},
        {"undefined",
         "#x",
         "An expression attribute name used in the document path is not defined; attribute name: "
         "#x"},
        {"same twice",
         "a, a",
         "Two document paths overlap" + collide + "path one: [a], path two: [a]"},
        {"prefix",
         "a, a.b",
         "Two document paths overlap" + collide + "path one: [a], path two: [a, b]"},
        {"earlier is one",
         "x, a.b, a",
         "Two document paths overlap" + collide + "path one: [a, b], path two: [a]"},
        {"conflict",
         "a.b, a[1]",
         "Two document paths conflict" + collide + "path one: [a, b], path two: [a, [1]]"},
        {"reserved before undefined",
         "#x, size",
         "Attribute name is a reserved keyword; reserved keyword: size"},
        {"undefined before overlap",
         "a, a, #x",
         "An expression attribute name used in the document path is not defined; attribute name: "
         "#x"},
    };
    for (const ProjectionCase& each : cases)
        EXPECT_EQ(parsed_projection(each.text), each.expected) << each.name;
}

TEST(Projection, IsFastWithManyPaths) {
    std::string text = "a[0]";
    for (int i = 1; text.size() < 4'080; ++i) text.append(",a[" + std::to_string(i) + "]");
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(parsed_projection(text).starts_with("[a, [0]]"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

}  // namespace
}  // namespace stator::protocol::expression::analysis
