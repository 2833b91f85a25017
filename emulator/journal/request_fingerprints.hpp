// Fingerprints: hashes of the parts of a request and its reply that a later request would repeat.
// They show the journal whether a page was followed or a batch repeated, without keeping any data.
// Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "emulator/journal/request_record.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::journal {

// The fingerprint of a value, never 0. It does not depend on the order of members or of a set's
// elements. It has no meaning in another process.
std::uint64_t fingerprint(protocol::wire::JsonView value);

// Fills the second half of `record` from a request and from the reply's figures in its meter, which
// are empty after an error. Precondition: `record` has its operation.
void describe_exchange(
    protocol::wire::JsonView request,
    const engine::capacity::RequestMeter& meter,
    RequestRecord& record
);

}  // namespace stator::emulator::journal
