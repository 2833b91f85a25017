// RareAnswers: which of DynamoDB's legal but rare answers one request gets. A value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/base/seeded_random.hpp"
#include "engine/faults/throttle.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/base/result.hpp"

namespace stator::engine::faults {

// Which of the refusals of RareAnswers a request got.
enum class RareRefusal : unsigned char { None, Conflict, Throttle, Error };

struct RareAnswers {
    // A page of a Query, a Scan or a SELECT evaluates at most this many rows. With 0, a page that
    // continues after an item is empty where possible: it ends with a key between that item's and
    // the next row's. Other pages have one row.
    std::optional<std::uint64_t> page_rows = std::nullopt;

    // The fraction of a batch's keys or writes returned as unprocessed, 0 to 1. At least one is
    // always processed.
    double unprocessed_fraction = 0;
    // Seeds the choice of which.
    std::uint64_t unprocessed_seed = 0;

    // The index, from 0, of the transaction action that conflicts with another transaction; the
    // last action when the transaction has fewer. A single write conflicts, too, as does that
    // statement of a BatchExecuteStatement; a BatchWriteItem does not.
    std::optional<std::size_t> conflict_at = std::nullopt;

    // Throttled once it has been checked: one action of a transaction or statement of a
    // BatchExecuteStatement, or everything that another request reads or writes.
    std::optional<Throttle> throttle = std::nullopt;
    // Seeds the choice of the action, and of the index that is throttled.
    std::uint64_t throttle_seed = 0;

    // Refuses the whole request once it has been checked.
    std::optional<ApiError> error = std::nullopt;

    // Set by whoever refuses a request for one of these reasons. A request that is wrong anyway, or
    // that has no such answer, leaves it alone.
    mutable RareRefusal given = RareRefusal::None;

    bool gives_back(std::size_t ordinal) const {
        if (unprocessed_fraction <= 0 || ordinal == 0) return false;
        return unit_interval(mix(unprocessed_seed, ordinal)) < unprocessed_fraction;
    }

    // The action that is throttled, of so many; nothing when none is.
    std::optional<std::size_t> throttled_action(std::size_t actions) const {
        if (!throttle || actions == 0) return std::nullopt;
        return static_cast<std::size_t>(mix(throttle_seed) % actions);
    }

    // Whether the request, having been checked, is refused as a whole.
    Result<void> refuse() const {
        if (!error) return {};
        given = RareRefusal::Error;
        return *error;
    }
};

}  // namespace stator::engine::faults
