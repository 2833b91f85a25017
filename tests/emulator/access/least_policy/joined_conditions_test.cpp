// Tables and indexes that patterns could join, whose requests were about other items.
#include <gtest/gtest.h>

#include "tests/emulator/access/least_policy/recorded.hpp"

namespace stator::emulator::access::least_policy {
namespace {

std::string get_of(const std::string& table, const std::string& pk) {
    return R"({"TableName":")" + table + R"(","Key":{"pk":{"S":")" + pk + "\"}}}";
}

std::string scan_of(const std::string& table) {
    return R"({"TableName":")" + table + "\"}";
}

class JoinedConditions : public ::testing::Test {
protected:
    JoinedConditions() {
        recorded.know_keys();
        recorded.asked.world.create_table("", "app-users");
        recorded.asked.world.create_table("", "app-config");
    }

    // Returns statements with conditions and all patterns, after making them the user's policy.
    std::string written() {
        NeededForm form;
        form.has_conditions = true;
        form.joins_prefixes = true;
        form.joins_indexes = true;
        std::string statements = recorded.statements(form);
        recorded.asked.allow(statements);
        return statements;
    }

    bool allows(const std::string& operation, const std::string& body) {
        return recorded.asked.allows(operation, body);
    }

    Recorded recorded;
};

TEST_F(JoinedConditions, AreThoseOfTablesThatHaveTheSame) {
    recorded.record("GetItem", get_of("app-users", "alice"));
    recorded.record("GetItem", get_of("app-config", "alice"));
    const std::string statements = written();
    EXPECT_TRUE(has(statements, "table/app-*\"")) << statements;
    EXPECT_TRUE(has(statements, "${aws:username}")) << statements;
    EXPECT_TRUE(allows("GetItem", get_of("app-users", "alice")));
    EXPECT_FALSE(allows("GetItem", get_of("app-config", "bob")));
}

TEST_F(JoinedConditions, KeepTablesWithDifferentKeysSeparate) {
    recorded.record("GetItem", get_of("app-users", "alice"));
    recorded.record("GetItem", get_of("app-config", "theme"));
    const std::string statements = written();
    EXPECT_FALSE(has(statements, "app-*")) << statements;
    EXPECT_TRUE(allows("GetItem", get_of("app-users", "alice")));
    EXPECT_TRUE(allows("GetItem", get_of("app-config", "theme")));
    EXPECT_FALSE(allows("GetItem", get_of("app-users", "theme")));
    EXPECT_FALSE(allows("GetItem", get_of("app-config", "alice")));
}

TEST_F(JoinedConditions, AreNotLostToATableWithManyKeysOrAScan) {
    recorded.record("GetItem", get_of("app-users", "alice"));
    for (int i = 0; i < 11; ++i) {
        recorded.record("GetItem", get_of("app-config", std::to_string(i)));
    }
    const std::string many = written();
    EXPECT_TRUE(allows("GetItem", get_of("app-config", "12")));
    EXPECT_FALSE(allows("GetItem", get_of("app-users", "bob"))) << many;
    recorded.record("Scan", scan_of("app-config"));
    const std::string scanned = written();
    EXPECT_TRUE(allows("Scan", scan_of("app-config")));
    EXPECT_FALSE(allows("Scan", scan_of("app-users"))) << scanned;
}

TEST_F(JoinedConditions, DoNotCoverUnusedTables) {
    recorded.asked.world.create_table("", "app-secret");
    recorded.record("GetItem", get_of("app-users", "alice"));
    recorded.record("GetItem", get_of("app-config", "alice"));
    EXPECT_FALSE(has(written(), "app-*"));
    EXPECT_FALSE(allows("GetItem", get_of("app-secret", "alice")));
}

TEST_F(JoinedConditions, AreThoseOfIndexesThatHaveTheSame) {
    const auto index = [](const std::string& name, const std::string& key) {
        return R"({"IndexName":")" + name + R"(","KeySchema":[{"AttributeName":")" + key +
               R"(","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}})";
    };
    const auto query = [](const std::string& of, const std::string& key, const std::string& value) {
        return R"({"TableName":"Posts","IndexName":")" + of + R"(","KeyConditionExpression":")" +
               key + R"( = :v","ExpressionAttributeValues":{":v":{"S":")" + value + "\"}}}";
    };
    const std::string made = recorded.asked.world.run(
        "",
        "CreateTable",
        R"({"TableName":"Posts","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk",
            "KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
            {"AttributeName":"author","AttributeType":"S"},{"AttributeName":"topic",
            "AttributeType":"S"}],"GlobalSecondaryIndexes":[)" +
            index("ByAuthor", "author") + "," + index("ByTopic", "topic") + "]}"
    );
    recorded.record("Query", query("ByAuthor", "author", "alice"));
    recorded.record("Query", query("ByTopic", "topic", "alice"));
    const std::string alike = written();
    EXPECT_TRUE(has(alike, "Posts/index/*")) << alike << made;
    EXPECT_TRUE(has(alike, "${aws:username}")) << alike;
    recorded.record("Query", query("ByTopic", "topic", "music"));
    const std::string apart = written();
    EXPECT_FALSE(has(apart, "index/*")) << apart;
    EXPECT_TRUE(allows("Query", query("ByTopic", "topic", "music")));
    EXPECT_FALSE(allows("Query", query("ByAuthor", "author", "music")));
}

TEST_F(JoinedConditions, HaveStatementsOfDifferentNames) {
    recorded.asked.world.create_table("", "Music2");
    recorded.record("GetItem", get_of("Music", "a"));
    recorded.record("Scan", scan_of("Music"));
    recorded.record("GetItem", get_of("Music2", "a"));
    const auto policy = protocol::wire::JsonDocument::parse(
        R"({"Version":"2012-10-17","Statement":[)" + written() + "]}"
    );
    const auto read = iam::Policy::read(policy->root(), "it", iam::Policy::Owner::Principal);
    ASSERT_TRUE(read.has_value()) << read.error().sentence;
    EXPECT_EQ(read->statements().size(), 3U);
}

}  // namespace
}  // namespace stator::emulator::access::least_policy
