// Delivery: one call of a trigger's function, or one attempt to report failed records. A value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/instant.hpp"
#include "protocol/model/stream.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::integrations::triggers {

struct Delivery {
    std::uint64_t number = 0;   // within its mapping, from 1, assigned by the board
    engine::Instant time = {};  // of the reply, by the universe's clock
    bool is_report = false;     // about failed records
    bool has_succeeded = false;
    std::string shard = {};
    std::int64_t lane = 0;
    std::size_t records = 0;  // 0 in the last call of a tumbling window
    protocol::model::StreamPosition first = {};
    protocol::model::StreamPosition last = {};
    std::int64_t attempt = 1;  // calls with these records that count, including this one
    std::string result = {};   // "OK", or the problem
};

// Writes {"deliveries":[…]}.
void write_deliveries(protocol::wire::JsonWriter& json, const std::vector<Delivery>& deliveries);

}  // namespace stator::emulator::integrations::triggers
