// RareAnswers: which of DynamoDB's legal but rare answers one request gets. A value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/base/seeded_random.hpp"

namespace stator::engine::faults {

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

    bool gives_back(std::size_t ordinal) const {
        if (unprocessed_fraction <= 0 || ordinal == 0) return false;
        return unit_interval(mix(unprocessed_seed, ordinal)) < unprocessed_fraction;
    }
};

}  // namespace stator::engine::faults
