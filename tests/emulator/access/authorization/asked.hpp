// Asked: requests before an Authorizer, in a world with one table and one user.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/access/authorization/authorizer.hpp"
#include "protocol/wire/json.hpp"
#include "tests/emulator/support/world.hpp"

namespace stator::emulator::access::authorization {

inline constexpr std::string_view kArn = "arn:aws:dynamodb:us-east-1:123456789012:table/";

// A world with a table, and a user whose policies the test writes.
class Asked {
public:
    explicit Asked(Mode mode = Mode::Enforce) : authorizer(mode) {
        world.create_table("", "Music");
    }

    // `statements` of alice's only policy.
    void allow(const std::string& statements, const std::string& more = "") {
        const std::string text =
            R"({"account":"123456789012","users":{"alice":{"tags":{"team":"red"},"keys":[{"id":"A",
            "secret":"s"}],"inline":{"own":{"Version":"2012-10-17","Statement":[)" +
            statements + "]}}}}" + more + "}";
        const auto written = protocol::wire::JsonDocument::parse(text);
        auto read = authentication::KeyRing::read(written->root(), "the test");
        ASSERT_TRUE(read.has_value()) << read.error().sentence;
        keys = std::make_shared<const authentication::KeyRing>(*std::move(read));
    }

    Ruling ask(std::string_view operation, const std::string& body, std::string_view key = "A") {
        document.emplace(std::move(*protocol::wire::JsonDocument::parse(body)));
        http::HttpRequest http;
        http.peer = "127.0.0.1";
        http.is_by_tls = is_by_tls;
        engine::RequestContext context;
        context.place.region = "us-east-1";
        context.now = engine::Instant(1'750'000'000'000);
        return authorizer.judge(
            {http, {keys, keys->find(key)}, operation, document->root()}, world.universe(), context
        );
    }

    std::string say(std::string_view operation, const std::string& body) {
        const Ruling ruling = ask(operation, body);
        return ruling.refusal ? ruling.refusal->message : "allowed";
    }

    bool allows(std::string_view operation, const std::string& body) {
        return !ask(operation, body).refusal;
    }

    bool is_by_tls = false;
    testing::World world;
    Authorizer authorizer;
    std::shared_ptr<const authentication::KeyRing> keys;
    std::optional<protocol::wire::JsonDocument> document;
};

}  // namespace stator::emulator::access::authorization
