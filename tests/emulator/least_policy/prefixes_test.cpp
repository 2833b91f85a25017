#include "emulator/least_policy/prefixes.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace stator::emulator::least_policy {
namespace {

// Each need is "Action table/part"; the answer "table/part → pattern", in order.
std::vector<std::string> joined(const std::vector<std::string_view>& needs) {
    const std::string scope = "arn:aws:dynamodb:us-east-1:123456789012:table/";
    std::set<Grant> grants;
    for (const std::string_view need : needs) {
        const std::size_t blank = need.find(' ');
        grants.emplace(need.substr(0, blank), scope + std::string(need.substr(blank + 1)));
    }
    std::vector<std::string> texts;
    for (const auto& [resource, pattern] : joined_by_prefix(grants)) {
        texts.push_back(resource.substr(scope.size()) + " → " + pattern.substr(scope.size()));
    }
    return texts;
}

using Texts = std::vector<std::string>;

TEST(Prefixes, JoinTablesThatAreCalledAndNeededAlike) {
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

TEST(Prefixes, KeepWhatStandsAlone) {
    EXPECT_EQ(joined({"GetItem app-users", "Scan app-users"}), Texts());
    EXPECT_EQ(joined({"GetItem app", "GetItem app-users"}), Texts());
    EXPECT_EQ(joined({"GetItem appusers", "GetItem apporders"}), Texts());
    EXPECT_EQ(joined({"ListTables *"}), Texts());
}

// A pattern would let the one do what only the other needs.
TEST(Prefixes, KeepTablesThatAreNeededOtherwise) {
    EXPECT_EQ(joined({"GetItem app-users", "PutItem app-orders"}), Texts());
    EXPECT_EQ(joined({"GetItem app-a", "GetItem app-b", "GetItem app-c", "Scan app-c"}), Texts());
    EXPECT_EQ(joined({"Query app-a/index/X", "Query app-b/index/Y"}), Texts());
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
}  // namespace stator::emulator::least_policy
