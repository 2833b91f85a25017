// RareAnswers: which of DynamoDB's legal but rare answers one request shall get. A value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/base/seeded_random.hpp"

namespace stator::engine::faults {

struct RareAnswers {
    // A page of a Query, a Scan or a SELECT evaluates no more rows than this. With 0 a page that
    // goes on behind an item is empty where that is possible, and ends with a key between that
    // item's and the next row's; other pages have one row.
    std::optional<std::uint64_t> page_rows = std::nullopt;

    // The fraction of a batch's keys or writes that is given back unprocessed, 0 to 1. One of them
    // is always processed.
    double unprocessed_fraction = 0;
    // What decides which.
    std::uint64_t unprocessed_seed = 0;

    // The action of a transaction that meets another transaction, from 0; of a transaction that has
    // fewer actions the last one. A write outside of a transaction meets one, too, as does that
    // statement of a BatchExecuteStatement; a BatchWriteItem does not.
    std::optional<std::size_t> conflict_at = std::nullopt;

    bool gives_back(std::size_t ordinal) const {
        if (unprocessed_fraction <= 0 || ordinal == 0) return false;
        return unit_interval(mix(unprocessed_seed, ordinal)) < unprocessed_fraction;
    }
};

}  // namespace stator::engine::faults
