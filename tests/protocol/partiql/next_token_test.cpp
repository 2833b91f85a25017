#include "protocol/partiql/next_token.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace stator::protocol::partiql {
namespace {

TEST(NextToken, ContainsTheStartOfTheNextPage) {
    const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    const NextToken token{largest, 3, NextToken::Row{largest - 1, std::string("p\0k", 3), ""}};
    const auto decoded = decode_next_token(encode_next_token(token));
    ASSERT_FALSE(decoded.has_error());
    EXPECT_EQ(decoded->fingerprint, largest);
    EXPECT_EQ(decoded->read, 3U);
    ASSERT_TRUE(decoded->row);
    EXPECT_EQ(decoded->row->hash, largest - 1);
    EXPECT_EQ(decoded->row->pk, token.row->pk);
    EXPECT_EQ(decoded->row->sk, "");
}

TEST(NextToken, MayPrecedeTheFirstRow) {
    const auto decoded = decode_next_token(encode_next_token({1, 2, std::nullopt}));
    ASSERT_FALSE(decoded.has_error());
    EXPECT_EQ(decoded->read, 2U);
    EXPECT_FALSE(decoded->row);
}

TEST(NextToken, IsInvalidWhenDamaged) {
    const std::string text = encode_next_token({7, 3, NextToken::Row{9, "pk", "sk"}});
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string damaged = text;
        damaged[i] = damaged[i] == 'A' ? 'B' : 'A';
        const auto result = decode_next_token(damaged);
        if (!result.has_error()) continue;  // the last characters carry unused bits
        EXPECT_EQ(result.error().message, "Invalid NextToken");
    }
    std::size_t refused = 0;
    for (std::size_t length = 0; length < text.size(); ++length) {
        if (decode_next_token(text.substr(0, length)).has_error()) ++refused;
    }
    EXPECT_GE(refused, text.size() - 2);
    for (const std::string other : {"x", "not a token", "AAAA", "é"})
        EXPECT_TRUE(decode_next_token(other).has_error()) << other;
}

values::AttributeValue string_value(const std::string& text) {
    return values::AttributeValue::scalar(values::AttributeType::String, text);
}

TEST(StatementFingerprint, DiffersWithStatementAndParameters) {
    const std::vector<values::AttributeValue> none;
    const std::vector<values::AttributeValue> a = {string_value("a")};
    const std::vector<values::AttributeValue> b = {string_value("b")};
    const std::vector<values::AttributeValue> aa = {string_value("a"), string_value("a")};
    const std::uint64_t first = statement_fingerprint("SELECT", a);
    EXPECT_EQ(statement_fingerprint("SELECT", a), first);
    EXPECT_NE(statement_fingerprint("SELECT ", a), first);
    EXPECT_NE(statement_fingerprint("SELECT", none), first);
    EXPECT_NE(statement_fingerprint("SELECT", b), first);
    EXPECT_NE(statement_fingerprint("SELECT", aa), first);
}

}  // namespace
}  // namespace stator::protocol::partiql
