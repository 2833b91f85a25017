#include "emulator/access/authentication/policy_book.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "emulator/access/authentication/key_store.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::access::authentication {
namespace {

constexpr const char* kAllow =
    R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]})";
constexpr const char* kKey = R"("keys":[{"id":"A","secret":"s"}])";

std::string account(const std::string& rest) {
    return R"({"account":"123456789012",)" + rest + "}";
}

Accepted<KeyRing> read(const std::string& rest) {
    const auto document = protocol::wire::JsonDocument::parse(account(rest));
    return KeyRing::read(document->root(), "the file");
}

std::string refusal_of(const std::string& rest) {
    const auto ring = read(rest);
    return ring.has_error() ? ring.error().sentence : "";
}

// Returns the policies of the only key's principal, in order, then the boundary and the session
// policy.
std::string policies_of(const Accepted<KeyRing>& ring) {
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

TEST(PolicyBook, GivesASessionThePoliciesOfItsRole) {
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

TEST(PolicyBook, ReportsErrors) {
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

TEST(PolicyBook, ReadsFilesNextToTheCredentialsAndReloadsThem) {
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

// Returns the error for a credentials file with this text, without the folder that it starts with.
std::string refusal_of_file(const std::string& text, const std::string& policy = "") {
    const testing::TemporaryDirectory directory;
    std::ofstream(directory.path() + "/keys.json") << text;
    if (!policy.empty()) std::ofstream(directory.path() + "/policy.json") << policy;
    KeyStore store(directory.path() + "/keys.json");
    const auto loaded = store.load();
    if (!loaded.has_error()) return "";
    const std::string& sentence = loaded.error().sentence;
    const std::string folder = directory.path() + "/";
    return sentence.starts_with(folder) ? sentence.substr(folder.size()) : "no place: " + sentence;
}

TEST(CredentialsFile, ReportsThePlaceOfAnError) {
    const struct {
        std::string text;
        std::string said;
    } cases[] = {
        {"", "keys.json:1:1: this is not JSON: there is nothing here; write an object."},
        {"[",
         "keys.json:1:2: this is not JSON: the list that begins at 1:1 is never closed; end "
         "it with ']'."},
        {"{\n  \"account\": \"123456789012\",\n}",
         "keys.json:3:1: this is not JSON: a comma stands before this; take it away."},
        {"7", "keys.json:1:1: the file must be a JSON object."},
        {"{\n  \"account\": \"12\"\n}",
         "keys.json:2:14: 'account' in the file must be the twelve digits of an account."},
        {"{\"account\": \"123456789012\",\n \"user\": {}}",
         "keys.json:2:2: the file has no member 'user'; it may have account, policies, groups, "
         "root, users, roles, sessions, admin."},
        {"{\"account\": \"123456789012\", \"users\": {\n\"größe\": {\"keys\": [\n"
         "  {\"id\": \"A\", \"secret\": \"s\"},\n  {\"id\": \"A/B\", \"secret\": \"s\"}]}}}",
         "keys.json:4:10: 'id' in users.größe.keys[1] must be an access key id without '/', ',' or "
         "'='."},
        {"{\"account\": \"123456789012\", \"users\": {\"größe\": {\"attach\": 7}}}",
         "keys.json:1:59: 'attach' in users.größe must be an array."},
        {"{\"account\": \"123456789012\", \"admin\": [\n\"nobody\"]}",
         "keys.json:1:38: 'admin' in the file names the key 'nobody', which nobody has."},
    };

    for (const auto& [text, said] : cases) EXPECT_EQ(refusal_of_file(text), said) << text;
}

TEST(CredentialsFile, ReportsThePlaceOfAnErrorInAPolicy) {
    const std::string lead =
        "{\"account\": \"123456789012\",\n \"policies\": {\"P\": {\"Version\": ";
    const std::string name = " of the policy 'arn:aws:iam::123456789012:policy/P' ";
    const auto said = [&](const std::string& version, const std::string& statement) {
        return refusal_of_file(lead + version + ",\n  \"Statement\": [" + statement + "]}}}");
    };
    const std::string good = "\"2012-10-17\"";
    EXPECT_EQ(
        said("\"2012-10-18\"", "{}"),
        "keys.json:2:32: The policy 'arn:aws:iam::123456789012:policy/P' has the Version "
        "'2012-10-18'; write 2012-10-17 (or 2008-10-17)."
    );
    EXPECT_EQ(
        said(good, "{\"Effect\": \"Permit\"}"),
        "keys.json:3:28: Statement 1" + name + "must have the Effect Allow or Deny."
    );
    EXPECT_EQ(
        said(good, "{\"Effect\": \"Deny\", \"Resource\": \"*\"}"),
        "keys.json:3:17: Statement 1" + name + "must have an Action or NotAction."
    );
    EXPECT_EQ(
        said(good, "{\"Effect\": \"Deny\", \"Action\": [\"*\",\n\"dynamodb:Get\"]}"),
        "keys.json:4:1: Statement 1" + name +
            "has the Action 'dynamodb:Get', which DynamoDB does not have."
    );
    EXPECT_EQ(
        said(good, "{\"Effect\": \"Deny\", \"Action\": \"*\",\n\"Resource\": [\"*\", \"Music\"]}"),
        "keys.json:4:19: Statement 1" + name +
            "has the Resource 'Music'; write an ARN, as in arn:aws:dynamodb:*:*:table/Music, or *."
    );
    const std::string allow = "{\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\", ";
    EXPECT_EQ(
        said(good, allow + "\n\"Condition\": {\"StringIs\": {\"aws:username\": \"a\"}}}"),
        "keys.json:4:15: Statement 1" + name +
            "has the condition 'StringIs', which IAM does not "
            "know."
    );
    EXPECT_EQ(
        said(good, allow + "\n\"Condition\": {\"Bool\": {\"aws:SecureTransport\": \"yes\"}}}"),
        "keys.json:4:47: Statement 1" + name +
            "has a condition on aws:SecureTransport: Bool "
            "compares with 'yes', which is neither true nor false."
    );
    EXPECT_EQ(
        said(good, allow + "\n\"Sid\": \"A\"}, " + allow + "\"Sid\": \"A\"}"),
        "keys.json:4:73: Statement 2 (Sid 'A')" + name + "has the Sid of another one."
    );
}

TEST(CredentialsFile, ReportsThePlaceOfAnErrorInAPolicyFile) {
    const std::string keys =
        "{\"account\": \"123456789012\", \"policies\": {\"P\": {\"file\": \"policy.json\"}}}";
    EXPECT_EQ(
        refusal_of_file(keys, "{\n  \"Statement\" [] }"),
        "policy.json:2:15: this is not JSON: ':' is missing before this, behind the member's name."
    );
    EXPECT_EQ(
        refusal_of_file(keys, "{\n  \"Statement\": {\"Effect\": \"Allow\"}}"),
        "policy.json:2:16: Statement 1 of the policy 'arn:aws:iam::123456789012:policy/P' must "
        "have an Action or NotAction."
    );
}

}  // namespace
}  // namespace stator::emulator::access::authentication
