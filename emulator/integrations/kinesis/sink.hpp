// Sink: the destination of records for Kinesis data streams: files, or a server with Kinesis's API.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/kinesis/outgoing.hpp"

namespace stator::emulator::integrations::kinesis {

using engine::kinesis::OutgoingPtr;

// The result of sending a batch.
struct Delivered {
    std::vector<OutgoingPtr> sent = {};
    std::string error = {};  // a sentence; "" if all records were sent
};

// Not thread-safe.
class Sink {
public:
    Sink() = default;
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
    virtual ~Sink() = default;

    // True if the records of a batch arrive in order. If false, a batch must contain each item only
    // once.
    virtual bool keeps_order() const = 0;

    // Sends records of one stream in a universe ("" for the default one).
    virtual Delivered deliver(
        const std::string& universe, std::span<const OutgoingPtr> records
    ) = 0;
};

}  // namespace stator::emulator::integrations::kinesis
