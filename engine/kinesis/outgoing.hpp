// A change of an item on its way to a Kinesis data stream, and what became of those before it.
// Values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"

namespace stator::engine::kinesis {

struct Outgoing {
    std::string key;            // its place in the order of commits, unique in its universe
    std::string stream_arn;     // where it goes
    std::string item;           // names the item: the records of one arrive in their order
    Instant time = {};          // when the change was made
    std::string document;       // what Kinesis gets
    JournalTicket ticket = {};  // durable together with the change
};

using OutgoingPtr = std::shared_ptr<const Outgoing>;

// Records that are sent together, in their order. They wait until they are forgotten.
struct OutgoingBatch {
    std::uint64_t generation = 0;  // of the universe's contents
    std::vector<OutgoingPtr> records = {};

    bool is_empty() const { return records.empty(); }
};

// What became of the records of one stream since the process has begun, and what waits.
struct DeliveryFigures {
    std::uint64_t waiting = 0;
    std::uint64_t waiting_bytes = 0;
    Instant oldest = kNever;  // of those that wait
    std::uint64_t sent = 0;
    std::uint64_t failures = 0;   // attempts that failed, of a whole call or of a record
    std::uint64_t too_large = 0;  // never sent
    std::string last_error = {};  // a sentence; "" when the last attempt succeeded
    Instant last_error_time = {};

    friend bool operator==(const DeliveryFigures&, const DeliveryFigures&) = default;
};

}  // namespace stator::engine::kinesis
