// Sink: where records for Kinesis data streams go. Files, or a server that speaks Kinesis's API.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/kinesis/outgoing.hpp"

namespace stator::emulator::integrations::kinesis {

using engine::kinesis::OutgoingPtr;

// What became of a batch.
struct Delivered {
    std::vector<OutgoingPtr> sent = {};
    std::string error = {};  // a sentence; "" when all of it was sent
};

// Used by one thread.
class Sink {
public:
    Sink() = default;
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
    virtual ~Sink() = default;

    // Whether the records of a batch arrive in their order. If not, it has each item once.
    virtual bool keeps_order() const = 0;

    // Sends records of one stream, those of a universe ("" for the default one).
    virtual Delivered deliver(
        const std::string& universe, std::span<const OutgoingPtr> records
    ) = 0;
};

}  // namespace stator::emulator::integrations::kinesis
