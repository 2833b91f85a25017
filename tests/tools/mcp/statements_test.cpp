#include "tools/mcp/statements.hpp"

#include <gtest/gtest.h>

namespace stator::tools::mcp {
namespace {

bool reads(const std::string& request) {
    const auto document = protocol::wire::JsonDocument::parse(request);
    return only_selects(document->root());
}

TEST(Statements, ThatOnlyReadAreSelects) {
    EXPECT_TRUE(reads(R"({"Statement":"SELECT * FROM t"})"));
    EXPECT_TRUE(reads(R"({"Statement":" -- DELETE\n/* x */ select a FROM t"})"));
    EXPECT_TRUE(reads(R"({"Statements":[{"Statement":"SELECT * FROM t"}]})"));
    EXPECT_TRUE(reads(R"({})"));
    EXPECT_TRUE(reads(R"({"Statement":7})"));
}

TEST(Statements, ThatWriteAreFoundWhereverTheyStand) {
    EXPECT_FALSE(reads(R"({"Statement":"DELETE FROM t WHERE a = 1"})"));
    EXPECT_FALSE(reads(R"({"Statement":"/* SELECT */ INSERT INTO t VALUE {'a':1}"})"));
    EXPECT_FALSE(reads(R"({"Statement":"-- SELECT\nUPDATE t SET a = 1 WHERE b = 1"})"));
    EXPECT_FALSE(
        reads(R"({"Statements":[{"Statement":"SELECT * FROM t"},{"Statement":"DELETE FROM t"}]})")
    );
    EXPECT_FALSE(reads(R"({"TransactStatements":[{"Statement":"DELETE FROM t"}]})"));
    // A server may use either of the two.
    EXPECT_FALSE(reads(R"({"Statement":"DELETE FROM t","Statement":"SELECT * FROM t"})"));
    EXPECT_FALSE(reads(R"({"Statement":"SELECT * FROM t","Statement":"DELETE FROM t"})"));
}

TEST(Statements, ThatCannotBeReadAreNotSelects) {
    EXPECT_FALSE(reads(R"({"Statement":"\""})"));
    EXPECT_FALSE(reads(R"({"Statement":""})"));
    EXPECT_FALSE(reads(R"({"Statement":"\"SELECT\""})"));
}

}  // namespace
}  // namespace stator::tools::mcp
