#include "protocol/expression/analysis/placeholder_resolver.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "protocol/expression/syntax/grammar.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression::analysis {
namespace {

constexpr auto kKind = values::ExpressionKind::Projection;
constexpr ResolverRanks kRanks{
    .limit = 1, .reserved = 2, .undefined_name = 3, .undefined_value = 4};

syntax::SyntaxNode parsed_condition(std::string_view path) {
    syntax::TokenStream tokens(path, kKind);
    return syntax::parse_path(tokens).value();
}

struct Resolution {
    std::string path;
    std::string fault;
};

Resolution resolved(std::string_view text) {
    ExpressionScope scope = tests::scope("{'#a': 'name', '#dot': 'x.y[0]'}", "").value();
    Faults faults;
    const auto path =
        PlaceholderResolver(kKind, scope, faults).path(parsed_condition(text), kRanks);
    const std::string fault = tests::verdict(faults.result());
    return {
        values::path_text(path),
        std::string(tests::without_prefix(fault, "Invalid ProjectionExpression: "))};
}

TEST(PlaceholderResolver, ReplacesReferencesWithNames) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"a.b[3]", "[a, b, [3]]"},
        {"#a.x.#a", "[name, x, name]"},
        {"#dot.z", "[x.y[0], z]"},
        {"a[2147483647]", "[a, [2147483647]]"},
        {"a[007]", "[a, [7]]"},
    };
    for (const auto& [text, path] : cases) {
        EXPECT_EQ(resolved(text).path, path) << text;
        EXPECT_EQ(resolved(text).fault, "ok") << text;
    }
}

TEST(PlaceholderResolver, ContinuesAfterAFault) {
    const Resolution undefined = resolved("a.#b.c");
    EXPECT_EQ(undefined.path, "[a, #b, c]");
    EXPECT_EQ(
        undefined.fault,
        "An expression attribute name used in the document path is not defined; attribute name: #b"
    );
    const Resolution reserved = resolved("a.Status[1]");
    EXPECT_EQ(reserved.path, "[a, Status, [1]]");
    EXPECT_EQ(reserved.fault, "Attribute name is a reserved keyword; reserved keyword: Status");
}

TEST(PlaceholderResolver, LimitsIndexesAndElements) {
    const std::string range = "List index is not within the allowable range; index: ";
    EXPECT_EQ(resolved("a[2147483648]").fault, range + "[2147483648]");
    EXPECT_EQ(resolved("a[99999999999999999999]").fault, range + "[99999999999999999999]");
    std::string deep = "a";
    for (int i = 1; i < 32; ++i) deep.append("[0]");
    EXPECT_EQ(resolved(deep).fault, "ok");
    EXPECT_EQ(
        resolved(deep + ".b").fault,
        "The document path has too many nesting levels; nesting levels: 33"
    );
}

TEST(PlaceholderResolver, RanksAFaultByItsKind) {
    EXPECT_EQ(
        resolved("#b.name").fault, "Attribute name is a reserved keyword; reserved keyword: name"
    );
    EXPECT_EQ(
        resolved("name.#b.a[2147483648]").fault,
        "List index is not within the allowable range; index: [2147483648]"
    );
    EXPECT_EQ(
        resolved("#b.#c").fault,
        "An expression attribute name used in the document path is not defined; attribute name: #b"
    );
}

TEST(PlaceholderResolver, ReturnsNullForAnUndefinedValue) {
    ExpressionScope scope = tests::scope("", "{':v': {'N': '5'}}").value();
    Faults faults;
    PlaceholderResolver resolver(kKind, scope, faults);
    const syntax::SyntaxNode known{.kind = syntax::SyntaxKind::Value, .text = ":v"};
    const Literal five = resolver.literal(known, kRanks);
    EXPECT_EQ(five.placeholder, ":v");
    EXPECT_EQ(five.view().type(), values::AttributeType::Number);
    EXPECT_TRUE(faults.result());
    EXPECT_TRUE(scope.check_all_used());

    const syntax::SyntaxNode unknown{.kind = syntax::SyntaxKind::Value, .text = ":w"};
    EXPECT_EQ(resolver.literal(unknown, kRanks).view().type(), values::AttributeType::Null);
    EXPECT_EQ(
        tests::verdict(faults.result()),
        "Invalid ProjectionExpression: An expression attribute value used in expression is not "
        "defined; attribute value: :w"
    );
}

TEST(PlaceholderResolver, MarksNamesAsUsed) {
    ExpressionScope scope = tests::scope("{'#a': 'x', '#b': 'y'}", "").value();
    Faults faults;
    PlaceholderResolver(kKind, scope, faults).path(parsed_condition("q.#b"), kRanks);
    EXPECT_EQ(
        tests::verdict(scope.check_all_used()),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}"
    );
}

std::string collision(const std::vector<std::string>& texts) {
    ExpressionScope scope = tests::scope("", "").value();
    Faults faults;
    std::vector<values::DocumentPath> paths;
    paths.reserve(texts.size());
    for (const std::string& text : texts) {
        paths.push_back(
            PlaceholderResolver(kKind, scope, faults).path(parsed_condition(text), kRanks)
        );
    }
    std::vector<const values::DocumentPath*> places;
    places.reserve(paths.size());
    for (const values::DocumentPath& path : paths) places.push_back(&path);
    report_collisions(kKind, places, 7, 8, faults);
    const std::string fault = tests::verdict(faults.result());
    return std::string(tests::without_prefix(fault, "Invalid ProjectionExpression: Two document "));
}

TEST(Collisions, NameThePathWrittenEarlierFirst) {
    const auto overlap = [](const std::string& one, const std::string& two) {
        return "paths overlap with each other; must remove or rewrite one of these paths; path "
               "one: " +
               one + ", path two: " + two;
    };
    EXPECT_EQ(collision({"a", "b", "c.d"}), "ok");
    EXPECT_EQ(collision({"a.b", "a.c", "a.b.d"}), overlap("[a, b]", "[a, b, d]"));
    EXPECT_EQ(collision({"x", "a.b", "a"}), overlap("[a, b]", "[a]"));
    EXPECT_EQ(collision({"a", "a"}), overlap("[a]", "[a]"));
}

TEST(Collisions, ReportAnOverlapBeforeAConflict) {
    EXPECT_EQ(
        collision({"a.b", "a[1]"}),
        "paths conflict with each other; must remove or rewrite one of these paths; path one: [a, "
        "b], path two: [a, [1]]"
    );
    EXPECT_EQ(
        collision({"a.b", "a[1]", "c", "c.d"}),
        "paths overlap with each other; must remove or rewrite one of these paths; path one: [c], "
        "path two: [c, d]"
    );
}

}  // namespace
}  // namespace stator::protocol::expression::analysis
