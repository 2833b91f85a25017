// A queued change for a Kinesis data stream, and the delivery figures of a stream. Values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"

namespace stator::engine::kinesis {

struct Outgoing {
    std::string key;            // its position in the order of commits, unique in its universe
    std::string stream_arn;     // its destination
    std::string item;           // identifies the item: the records of one item arrive in order
    Instant time = {};          // when the change was made
    std::string document;       // the data to send
    JournalTicket ticket = {};  // durable together with the change
};

using OutgoingPtr = std::shared_ptr<const Outgoing>;

// Records that are sent together, in order. They stay queued until Outbox::forget().
struct OutgoingBatch {
    std::uint64_t generation = 0;  // of the universe's contents
    std::vector<OutgoingPtr> records = {};

    bool is_empty() const { return records.empty(); }
};

// The figures of one stream since the start of the process, and its queue.
struct DeliveryFigures {
    std::uint64_t waiting = 0;
    std::uint64_t waiting_bytes = 0;
    Instant oldest = kNever;  // of the queued records
    std::uint64_t sent = 0;
    std::uint64_t failures = 0;   // failed attempts, of a whole call or of a record
    std::uint64_t too_large = 0;  // never sent
    std::string last_error = {};  // a sentence; "" if the last attempt succeeded
    Instant last_error_time = {};

    friend bool operator==(const DeliveryFigures&, const DeliveryFigures&) = default;
};

}  // namespace stator::engine::kinesis
