#include "protocol/partiql/lexer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace stator::protocol::partiql {
namespace {

std::string_view kind_text(TokenKind kind) {
    switch (kind) {
        case TokenKind::Keyword: return "keyword";
        case TokenKind::Identifier: return "name";
        case TokenKind::QuotedIdentifier: return "quoted";
        case TokenKind::String: return "string";
        case TokenKind::Number: return "number";
        case TokenKind::Parameter: return "parameter";
        case TokenKind::Symbol: return "symbol";
        case TokenKind::End: return "end";
    }
    return "";
}

// The tokens as "keyword:select name:a end:", or "refused".
std::string tokens_of(std::string_view statement) {
    const auto tokens = tokenize(statement);
    if (tokens.has_error()) return "refused";
    std::string text;
    for (const Token& token : *tokens) {
        text.append(text.empty() ? "" : " ").append(kind_text(token.kind)).append(":");
        text.append(token.text);
    }
    return text;
}

TEST(PartiqlLexer, DistinguishesKeywordsAndNamesInAnyCase) {
    EXPECT_EQ(
        tokens_of("SELECT Select a_$1 _x"), "keyword:select keyword:select name:a_$1 name:_x end:"
    );
    EXPECT_EQ(tokens_of("TRUE Missing null"), "keyword:true keyword:missing keyword:null end:");
    EXPECT_EQ(tokens_of("\"select\" 'select'"), "quoted:select string:select end:");
    EXPECT_EQ(tokens_of("year month selects"), "name:year name:month name:selects end:");
}

TEST(PartiqlLexer, ReadsNumbersAsWritten) {
    EXPECT_EQ(
        tokens_of("1 007 1.5 .5 5. 1E-3 1e+10"),
        "number:1 number:007 number:1.5 number:.5 number:5. number:1E-3 number:1e+10 end:"
    );
    EXPECT_EQ(tokens_of("-1"), "symbol:- number:1 end:");
    EXPECT_EQ(tokens_of("1.2.3"), "number:1.2 number:.3 end:");
    EXPECT_EQ(tokens_of("1e2147483647"), "number:1e2147483647 end:");
}

TEST(PartiqlLexer, TakesTheLongestSymbol) {
    EXPECT_EQ(tokens_of("<<a>>"), "symbol:<< name:a symbol:>> end:");
    EXPECT_EQ(tokens_of("<=>=<>!=||"), "symbol:<= symbol:>= symbol:<> symbol:!= symbol:|| end:");
    EXPECT_EQ(
        tokens_of("a.b[0]?"), "name:a symbol:. name:b symbol:[ number:0 symbol:] parameter:? end:"
    );
}

TEST(PartiqlLexer, UndoublesQuotesInside) {
    EXPECT_EQ(tokens_of("'it''s' ''"), "string:it's string: end:");
    EXPECT_EQ(tokens_of("\"a\"\"b\" 'a\"b'"), "quoted:a\"b string:a\"b end:");
    EXPECT_EQ(tokens_of("'-- /* '"), "string:-- /*  end:");
}

TEST(PartiqlLexer, SkipsComments) {
    EXPECT_EQ(tokens_of("a -- b\n c"), "name:a name:c end:");
    EXPECT_EQ(tokens_of("a/* b */c"), "name:a name:c end:");
    EXPECT_EQ(tokens_of("-- all"), "end:");
    EXPECT_EQ(tokens_of("\t\v\f\r\n"), "end:");
}

TEST(PartiqlLexer, ReportsThePositionsOfTokens) {
    const auto tokens = tokenize("a\n  'é''x' /* c\n */ \"q\"\"r\" -- end");
    ASSERT_FALSE(tokens.has_error());
    std::string text;
    for (const Token& token : *tokens) {
        text += token.text + "@" + std::to_string(token.position.line) + ":" +
                std::to_string(token.position.column) + ":" +
                std::to_string(token.position.length) + " ";
    }
    EXPECT_EQ(text, "a@1:1:1 é'x@2:3:6 q\"r@3:5:6 @3:18:0 ");
}

TEST(PartiqlLexer, RefusesWhatItCannotRead) {
    for (const std::string_view statement :
         {"a # b",
          "a /* b",
          "'a",
          "'a''",
          "\"a",
          "1e2147483648",
          "1e-2147483649",
          "1.5e-2147483647",
          "1e",
          "1e+",
          "a ! b",
          "a & b",
          "a | b",
          "@a",
          "`a`",
          "é"}) {
        EXPECT_EQ(tokens_of(statement), "refused") << statement;
    }
}

}  // namespace
}  // namespace stator::protocol::partiql
