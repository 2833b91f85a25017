#include "emulator/access/least_policy/prefixes.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string_view>
#include <vector>

namespace stator::emulator::access::least_policy {
namespace {

// Each need is "Action table/part", optionally followed by a key that it is restricted to. The
// result contains "table/part → pattern", in order. `others` are further tables that exist.
std::vector<std::string> joined(
    const std::vector<std::string_view>& needs, const std::vector<std::string>& others = {}
) {
    const std::string scope = "arn:aws:dynamodb:us-east-1:123456789012:table/";
    Permits permits;
    for (const std::string_view need : needs) {
        std::istringstream words{std::string(need)};
        std::string action;
        std::string resource;
        std::string key;
        words >> action >> resource >> key;
        Conditions& conditions = permits[{action, scope + resource}];
        if (!key.empty()) conditions["StringEquals"]["dynamodb:LeadingKeys"] = {key};
    }
    std::set<std::string> tables;
    for (const std::string& other : others) tables.insert(scope + other);
    std::vector<std::string> texts;
    for (const auto& [resource, pattern] : joined_by_prefix(permits, tables)) {
        texts.push_back(resource.substr(scope.size()) + " → " + pattern.substr(scope.size()));
    }
    return texts;
}

using Texts = std::vector<std::string>;

TEST(Prefixes, JoinTablesThatNeedTheSameActions) {
    for (const std::string separator : {"-", "_", "."}) {
        const std::string a = "GetItem app" + separator + "users";
        const std::string b = "GetItem app" + separator + "orders";
        EXPECT_EQ(joined({a, b}).size(), 2U) << separator;
    }
    EXPECT_EQ(
        joined({"GetItem app-users", "GetItem app-orders", "GetItem music"}),
        Texts({"app-orders → app-*", "app-users → app-*"})
    );
}

TEST(Prefixes, KeepTablesThatCannotBeJoined) {
    EXPECT_EQ(joined({"GetItem app-users", "Scan app-users"}), Texts());
    EXPECT_EQ(joined({"GetItem app", "GetItem app-users"}), Texts());
    EXPECT_EQ(joined({"GetItem appusers", "GetItem apporders"}), Texts());
    EXPECT_EQ(joined({"ListTables *"}), Texts());
}

// A pattern would allow actions on one table that only the other needs.
TEST(Prefixes, KeepTablesThatAreNeededOtherwise) {
    EXPECT_EQ(joined({"GetItem app-users", "PutItem app-orders"}), Texts());
    EXPECT_EQ(joined({"GetItem app-a", "GetItem app-b", "GetItem app-c", "Scan app-c"}), Texts());
    EXPECT_EQ(joined({"Query app-a/index/X", "Query app-b/index/Y"}), Texts());
}

// The two tables cannot share one condition.
TEST(Prefixes, KeepTablesThatAreNeededUnderOtherConditions) {
    EXPECT_EQ(joined({"GetItem app-a x", "GetItem app-b x"}).size(), 2U);
    EXPECT_EQ(joined({"GetItem app-a x", "GetItem app-b y"}), Texts());
    EXPECT_EQ(joined({"GetItem app-a x", "GetItem app-b"}), Texts());
}

// A pattern would allow access to the unused tables.
TEST(Prefixes, KeepTablesIfAPatternCoversUnusedOnes) {
    const std::vector<std::string_view> needs{"GetItem app-a", "GetItem app-b"};
    EXPECT_EQ(joined(needs, {"app-a", "app-b", "apple", "music"}).size(), 2U);
    EXPECT_EQ(joined(needs, {"app-a", "app-aa", "app-b"}), Texts());
    EXPECT_EQ(
        joined(
            {"GetItem app-x-a", "GetItem app-x-b", "GetItem app-y-a", "GetItem app-y-b"},
            {"app-y-c"}
        ),
        Texts({"app-x-a → app-x-*", "app-x-b → app-x-*"})
    );
}

TEST(Prefixes, TakeTheLongestUnlessTwoMoreShareAShorterOne) {
    EXPECT_EQ(
        joined({"GetItem app-dev-a", "GetItem app-dev-b", "GetItem app-prod"}),
        Texts({"app-dev-a → app-dev-*", "app-dev-b → app-dev-*"})
    );
    EXPECT_EQ(
        joined({"GetItem app-dev-a", "GetItem app-dev-b", "GetItem app-x", "GetItem app-y"}),
        Texts({"app-dev-a → app-*", "app-dev-b → app-*", "app-x → app-*", "app-y → app-*"})
    );
    EXPECT_EQ(
        joined({"GetItem app-dev-a", "GetItem app-dev-b", "Scan app-x", "Scan app-y"}),
        Texts({"app-dev-a → app-dev-*", "app-dev-b → app-dev-*"})
    );
}

TEST(Prefixes, JoinIndexesAndStreamsWithTheirTables) {
    EXPECT_EQ(
        joined(
            {"Query app-a/index/X",
             "Query app-b/index/X",
             "GetRecords app-a/stream/2026",
             "GetRecords app-b/stream/2027"}
        ),
        Texts(
            {"app-a/index/X → app-*/index/X",
             "app-a/stream/2026 → app-*/stream/*",
             "app-b/index/X → app-*/index/X",
             "app-b/stream/2027 → app-*/stream/*"}
        )
    );
}

}  // namespace
}  // namespace stator::emulator::access::least_policy
