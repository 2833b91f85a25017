// ReplayProgram: a fixed sequence of requests of all kinds, as a single client sends them.
//
// Requests may depend on earlier replies, as with shard iterators, but on nothing else. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stator::testing {

class ReplayProgram {
public:
    // `prefix` selects the universe of all requests: "" or "/u/NAME".
    explicit ReplayProgram(std::string prefix = "") : prefix_(std::move(prefix)) {}

    // The next request, as bytes to send.
    std::string next();

    // The part of the reply to the latest request that must be the same each time: all of it, or,
    // for the admin API, its body without the name of the universe, unless it contains real time.
    std::string repeatable_part(std::string reply) const;

    // Stores the reply to the latest request; "" if there was none.
    void note_reply(const std::string& reply);

private:
    std::string call(std::string_view operation, std::string_view body);
    std::string admin_call(std::string_view method, std::string_view path, std::string_view body);
    std::string set_up(std::size_t number);
    std::string item_request();
    std::string read_request();
    std::string batch_request();
    std::string transaction_request();
    std::string statement_request();
    std::string stream_request();
    std::string table_request();
    std::string advance_request();
    std::string item_json();
    std::string key_json();
    std::string values_json();

    void take_shards(const std::string& reply);

    std::uint64_t draw(std::uint64_t choices);

    std::string number(std::uint64_t choices) { return std::to_string(draw(choices)); }

    const std::string prefix_;
    std::size_t requests_ = 0;
    bool is_admin_ = false;
    std::uint64_t draws_ = 0;
    bool tells_real_time_ = false;
    // From the latest replies.
    std::string stream_arn_;
    std::vector<std::string> shard_ids_;
    std::string iterator_;
    std::string start_key_;  // of a Scan
    bool is_scan_ = false;
};

}  // namespace stator::testing
