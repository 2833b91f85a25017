#include "emulator/auth/policy_book.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "emulator/auth/key_store.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::auth {
namespace {

constexpr const char* kAllow =
    R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]})";
constexpr const char* kKey = R"("keys":[{"id":"A","secret":"s"}])";

std::string account(const std::string& rest) {
    return R"({"account":"123456789012",)" + rest + "}";
}

forms::Accepted<KeyRing> read(const std::string& rest) {
    const auto document = protocol::wire::JsonDocument::parse(account(rest));
    return KeyRing::read(document->root(), "the file");
}

std::string refusal_of(const std::string& rest) {
    const auto ring = read(rest);
    return ring.has_error() ? ring.error().sentence : "";
}

// Of the only key's principal: its policies, in order, then the boundary and the session's.
std::string policies_of(const forms::Accepted<KeyRing>& ring) {
    if (ring.has_error()) return ring.error().sentence;
    const iam::PolicySet& set = *ring->keys().begin()->second.caller.policies;
    std::string names;
    for (const auto& policy : set.identity) names += policy->name() + " ";
    if (set.boundary) names += "| " + set.boundary->name();
    if (set.session) names += "/ " + set.session->name();
    return names;
}

TEST(PolicyBook, FindsPoliciesByNameAndByArn) {
    const std::string policies = std::string(R"("policies":{"AppRW":)") + kAllow + "},";
    EXPECT_EQ(
        policies_of(read(
            policies + R"("users":{"a":{"attach":["AppRW","AmazonDynamoDBReadOnlyAccess",
            "arn:aws:iam::aws:policy/AdministratorAccess","arn:aws:iam::123456789012:policy/AppRW"],
            "inline":{"mine":)" +
            kAllow + R"(},"boundary":"AppRW",)" + kKey + "}}"
        )),
        "arn:aws:iam::123456789012:policy/AppRW "
        "arn:aws:iam::aws:policy/AmazonDynamoDBReadOnlyAccess "
        "arn:aws:iam::aws:policy/AdministratorAccess "
        "arn:aws:iam::123456789012:policy/AppRW mine | arn:aws:iam::123456789012:policy/AppRW"
    );
    EXPECT_EQ(
        policies_of(read(
            policies + R"("groups":{"team":{"attach":["AppRW"],"inline":{"ours":)" + kAllow +
            R"(}}},"users":{"a":{"groups":["team"],)" + kKey + "}}"
        )),
        "arn:aws:iam::123456789012:policy/AppRW ours "
    );
}

TEST(PolicyBook, GivesASessionWhatItsRoleHas) {
    const auto ring = read(
        std::string(R"("roles":{"app":{"path":"/svc/","attach":["AdministratorAccess"]}},
        "sessions":[{"role":"app","session":"ci","id":"S","secret":"s","token":"t","policy":)") +
        kAllow + "}]"
    );
    EXPECT_EQ(policies_of(ring), "arn:aws:iam::aws:policy/AdministratorAccess / app/ci");
    const iam::Caller& caller = ring->find("S")->caller;
    EXPECT_EQ(caller.kind, iam::Caller::Kind::Session);
    EXPECT_EQ(caller.arn, "arn:aws:sts::123456789012:assumed-role/app/ci");
    EXPECT_EQ(caller.role_arn, "arn:aws:iam::123456789012:role/svc/app");
}

TEST(PolicyBook, SaysWhatIsWrong) {
    const auto of_user = [](const std::string& members) {
        return refusal_of(R"("users":{"a":{)" + members + "}}");
    };
    EXPECT_EQ(
        of_user(R"("attach":["Nothing"])"),
        "'attach' in users.a names the policy 'Nothing', which there is not."
    );
    EXPECT_EQ(
        of_user(R"("boundary":"Nothing")"),
        "'boundary' in users.a names the policy 'Nothing', which there is not."
    );
    EXPECT_EQ(
        of_user(R"("groups":["team"])"),
        "'groups' in users.a names the group 'team', which there is not."
    );
    EXPECT_EQ(
        of_user(R"("inline":{"mine":{"Statement":{"Effect":"Allow","Action":"dynamodb:Get"}}})"),
        "Statement 1 of the policy 'mine' has the Action 'dynamodb:Get', which DynamoDB does not "
        "have."
    );
    EXPECT_EQ(
        of_user(R"("inline":{"mine":{"file":"mine.json"}})"),
        "The policy 'mine' is in the file 'mine.json', but only a credentials file can name one, "
        "and only one that lies beside it."
    );
}

TEST(PolicyBook, ReadsFilesBesideTheCredentialsAndReadsThemAgain) {
    const testing::TemporaryDirectory directory;
    const auto write = [&](const std::string& name, const std::string& text) {
        std::ofstream(directory.path() + "/" + name) << text;
    };
    const auto users = [](const std::string& file) {
        return account(
            R"("users":{"a":{"inline":{"mine":{"file":")" + file + "\"}}," + kKey + "}}"
        );
    };
    write("mine.json", kAllow);
    write("keys.json", users("mine.json"));
    KeyStore store(directory.path() + "/keys.json");
    ASSERT_TRUE(store.load().has_value());
    const auto statements = [&] {
        return store.keys()->find("A")->caller.policies->identity.front()->statements().size();
    };
    EXPECT_EQ(statements(), 1U);
    const std::string one = R"({"Effect":"Allow","Action":"*","Resource":"*"})";
    write("mine.json", R"({"Statement":[)" + one + "," + one + "]}");
    store.refresh();
    EXPECT_EQ(statements(), 2U);
    write("mine.json", "nonsense");
    store.refresh();
    EXPECT_EQ(statements(), 2U);
    for (const char* outside : {"../mine.json", "/etc/passwd"}) {
        write("keys.json", users(outside));
        EXPECT_TRUE(store.load().has_error()) << outside;
    }
}

}  // namespace
}  // namespace stator::emulator::auth
