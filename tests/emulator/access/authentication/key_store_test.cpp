#include "emulator/access/authentication/key_store.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "protocol/wire/json.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::access::authentication {
namespace {

// "" or what is wrong with it.
std::string refusal_of(const std::string& text) {
    const auto document = protocol::wire::JsonDocument::parse(text);
    const auto ring = KeyRing::read(document->root(), "the file");
    return ring.has_error() ? ring.error().sentence : "";
}

TEST(KeyRing, ReadsKeysAndTheirOwners) {
    const auto document = protocol::wire::JsonDocument::parse(R"([
      {"account":"123456789012","root":{"keys":[{"id":"ROOT","secret":"r"}]},
       "policies":{},"groups":{"team":{"attach":[]}},
       "users":{"alice":{"path":"/dev/","groups":["team"],"attach":[],"inline":{},
         "keys":[{"id":"ALICE","secret":"a"}]}},
       "roles":{"app":{"attach":[],"boundary":null,"tags":{"team":"red"}}},
       "sessions":[{"role":"app","session":"ci","id":"CI","secret":"c","token":"t","tags":{"x":"1"},
         "policy":null,"context":{"accounts.google.com:sub":"1"}}],
       "admin":["ALICE"]},
      {"account":"210987654321","users":{"bob":{"id":"AIDAOFBOB","keys":[{"id":"BOB","secret":"b"}]}}}])"
    );
    const auto ring = KeyRing::read(document->root(), "the file");
    ASSERT_TRUE(ring.has_value()) << ring.error().sentence;
    const auto arn = [&](std::string_view id) { return ring->find(id)->principal->arn(); };
    EXPECT_EQ(arn("ROOT"), "arn:aws:iam::123456789012:root");
    EXPECT_EQ(arn("ALICE"), "arn:aws:iam::123456789012:user/dev/alice");
    EXPECT_EQ(arn("CI"), "arn:aws:sts::123456789012:assumed-role/app/ci");
    EXPECT_EQ(arn("BOB"), "arn:aws:iam::210987654321:user/bob");
    EXPECT_TRUE(ring->find("ALICE")->is_admin);
    EXPECT_FALSE(ring->find("BOB")->is_admin);
    EXPECT_EQ(ring->find("CI")->principal->tags.at("team"), "red");
    EXPECT_EQ(ring->find("nobody"), nullptr);
    const auto user_id = [&](std::string_view id) { return ring->find(id)->principal->user_id(); };
    EXPECT_EQ(user_id("ROOT"), "123456789012");
    EXPECT_EQ(user_id("BOB"), "AIDAOFBOB");
    EXPECT_EQ(user_id("ALICE"), made_up_id("AIDA", "123456789012", "alice"));
    EXPECT_EQ(user_id("ALICE").size(), 21U);
    EXPECT_EQ(user_id("CI"), made_up_id("AROA", "123456789012", "app") + ":ci");
    EXPECT_NE(user_id("ALICE").substr(4), user_id("CI").substr(4, 17));
}

TEST(KeyRing, ReportsErrors) {
    const auto with = [](const std::string& rest) {
        return refusal_of(R"({"account":"123456789012",)" + rest + "}");
    };
    EXPECT_NE(refusal_of(R"({"account":"1"})"), "");
    EXPECT_NE(with(R"("user":{})").find("user"), std::string::npos);
    EXPECT_NE(with(R"("users":{"a":{"keys":[{"id":"K"}]}})").find("'secret'"), std::string::npos);
    EXPECT_NE(with(R"("users":{"a":{"path":"dev"}})").find("'path'"), std::string::npos);
    EXPECT_NE(with(R"("users":{"a":{"id":""}})").find("'id'"), std::string::npos);
    EXPECT_NE(
        with(R"("users":{"a":{"keys":[{"id":"K","secret":"s"},{"id":"K","secret":"t"}]}})")
            .find("twice"),
        std::string::npos
    );
    EXPECT_NE(
        with(R"("sessions":[{"role":"x","session":"s","id":"I","secret":"s","token":"t"}])")
            .find("'role'"),
        std::string::npos
    );
    EXPECT_NE(with(R"("admin":["nobody"])").find("nobody"), std::string::npos);
}

TEST(KeyStore, ReadsItsFileAgainWhenItChanges) {
    const testing::TemporaryDirectory directory;
    const std::string path = directory.path() + "/keys.json";
    const auto write = [&](const std::string& text) { std::ofstream(path) << text; };
    write(R"({"account":"123456789012","users":{"a":{"keys":[{"id":"ONE","secret":"s"}]}}})");
    KeyStore store(path);
    std::string log;
    store.set_log([&](const std::string& line) { log = line; });
    ASSERT_TRUE(store.load().has_value());
    EXPECT_NE(store.keys()->find("ONE"), nullptr);
    store.refresh();
    EXPECT_EQ(log, "");

    write(R"({"account":"123456789012","users":{"a":{"keys":[{"id":"OTHER","secret":"s"}]}}})");
    store.refresh();
    EXPECT_EQ(store.keys()->find("ONE"), nullptr);
    EXPECT_NE(store.keys()->find("OTHER"), nullptr);
    EXPECT_NE(log.find("read again"), std::string::npos);

    write("{");
    store.refresh();
    EXPECT_NE(store.keys()->find("OTHER"), nullptr);
    EXPECT_EQ(
        log,
        path +
            ":1:2: this is not JSON: the object that begins at 1:1 is never closed; end it with "
            "'}'. The keys stay as they were."
    );
}

TEST(KeyStore, ReportsAMissingFile) {
    KeyStore store("/nowhere/keys.json");
    ASSERT_TRUE(store.load().has_error());
    EXPECT_TRUE(KeyStore("").load().has_value());
}

}  // namespace
}  // namespace stator::emulator::access::authentication
