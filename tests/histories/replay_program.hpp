// ReplayProgram: a fixed sequence of requests of all kinds, as a single client sends them.
//
// What a request asks may depend on the replies before it, as with shard iterators, but on nothing
// else. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stator::testing {

class ReplayProgram {
public:
    // `prefix` leads to the universe in which all of it happens: "" or "/u/NAME".
    explicit ReplayProgram(std::string prefix = "") : prefix_(std::move(prefix)) {}

    // The next request, as bytes for the wire.
    std::string next();

    // What of the reply to the request returned last must be the same each time: all of it, or of
    // the admin API's its body without the name of the universe, if it does not tell real time.
    std::string repeatable_part(std::string reply) const;

    // Takes note of the reply to the request returned last, "" when none came.
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
    // From the replies seen last.
    std::string stream_arn_;
    std::vector<std::string> shard_ids_;
    std::string iterator_;
    std::string start_key_;  // of a Scan
    bool is_scan_ = false;
};

}  // namespace stator::testing
