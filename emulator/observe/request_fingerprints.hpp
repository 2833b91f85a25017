// Fingerprints: what a request and its reply have in common with later requests, as hashes, so that
// a journal can tell without keeping any data whether a page was followed and a batch repeated.
// Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "emulator/observe/request_record.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::observe {

// Never 0; the same for values that differ only in the order of members or of a set's elements.
// Means nothing to another process.
std::uint64_t fingerprint(protocol::wire::JsonView value);

// Fills the second half of `record` for a request and what its meter knows of the reply (nothing
// after an error). The operation must be there already.
void describe_exchange(
    protocol::wire::JsonView request,
    const engine::capacity::RequestMeter& meter,
    RequestRecord& record
);

}  // namespace stator::emulator::observe
