#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/expression/syntax/written_syntax.hpp"

namespace stator::protocol::expression::syntax {
namespace {

std::string parsed_projection(std::string_view text) {
    TokenStream tokens(text, values::ExpressionKind::Projection);
    const auto paths = parse_projection_syntax(tokens);
    if (paths.has_error()) return fault_text(paths.error());
    std::string result;
    for (const SyntaxNode& path : *paths) {
        result.append(result.empty() ? "" : "; ").append(written(path));
    }
    return result;
}

TEST(ProjectionSyntax, IsAListOfPaths) {
    EXPECT_EQ(parsed_projection("a"), "a");
    EXPECT_EQ(parsed_projection("a . b [ 0 ], #c.#d[2][10]"), "a.b[0]; #c.#d[2][10]");
    EXPECT_EQ(parsed_projection("and, set"), "and!; set!");
}

TEST(ProjectionSyntax, HasNothingElse) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"a,", "token: \"<EOF>\", near: \",\""},
        {",a", "token: \",\", near: \",a\""},
        {"a-b", "token: \"-\", near: \"a-b\""},
        {"a b", "token: \"b\", near: \"a b\""},
        {"(a)", "token: \"(\", near: \"(a\""},
        {":v", "token: \":v\", near: \":v\""},
        {"size(a)", "token: \"(\", near: \"size(a\""},
        {"a.", "token: \"<EOF>\", near: \".\""},
        {"a[", "token: \"<EOF>\", near: \"[\""},
        {"a[0", "token: \"<EOF>\", near: \"0\""},
        {"[0]", "token: \"[\", near: \"[0\""},
        {"a[#i]", "token: \"#i\", near: \"[#i]\""},
        {"9a", "token: \"9\", near: \"9a\""},
    };
    for (const auto& [text, fault] : cases) EXPECT_EQ(parsed_projection(text), fault) << text;
}

}  // namespace
}  // namespace stator::protocol::expression::syntax
