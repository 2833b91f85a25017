// RareAnswers: the legal but rare replies of DynamoDB that one request gets. A value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/base/seeded_random.hpp"
#include "engine/faults/throttle.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/base/result.hpp"

namespace stator::engine::faults {

// The error of RareAnswers that a request got.
enum class RareRefusal : unsigned char { None, Conflict, Throttle, Error };

struct RareAnswers {
    // A page of a Query, a Scan or a SELECT evaluates at most this many rows. With 0, a page that
    // continues after an item is empty if possible: it ends with a key between that item's and the
    // next row's. Other pages have one row.
    std::optional<std::uint64_t> page_rows = std::nullopt;

    // The fraction of a batch's keys or writes returned as unprocessed, 0 to 1. At least one is
    // always processed.
    double unprocessed_fraction = 0;
    // The seed for choosing the unprocessed ones.
    std::uint64_t unprocessed_seed = 0;

    // The index, from 0, of the transaction action that conflicts with another transaction; the
    // last action if the transaction has fewer. A single write also conflicts, as does the
    // statement of a BatchExecuteStatement with that index; a BatchWriteItem does not.
    std::optional<std::size_t> conflict_at = std::nullopt;

    // Throttles after validation: one action of a transaction or one statement of a
    // BatchExecuteStatement, or everything that another request reads or writes.
    std::optional<Throttle> throttle = std::nullopt;
    // The seed for choosing the action, and the index that is throttled.
    std::uint64_t throttle_seed = 0;

    // Rejects the whole request after validation.
    std::optional<ApiError> error = std::nullopt;

    // Set by code that rejects a request for one of these reasons. Stays None for requests that are
    // invalid or have no such reply.
    mutable RareRefusal given = RareRefusal::None;

    bool gives_back(std::size_t ordinal) const {
        if (unprocessed_fraction <= 0 || ordinal == 0) return false;
        return unit_interval(mix(unprocessed_seed, ordinal)) < unprocessed_fraction;
    }

    // The index of the action to throttle, or nullopt if none.
    std::optional<std::size_t> throttled_action(std::size_t actions) const {
        if (!throttle || actions == 0) return std::nullopt;
        return static_cast<std::size_t>(mix(throttle_seed) % actions);
    }

    // Returns the error that rejects the whole request after its validation, if any.
    Result<void> refuse() const {
        if (!error) return {};
        given = RareRefusal::Error;
        return *error;
    }
};

}  // namespace stator::engine::faults
