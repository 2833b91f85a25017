// Pages made shorter than necessary, which is legal and rare; see RareAnswers. Pure functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/base/request_context.hpp"
#include "engine/faults/rare_answers.hpp"
#include "engine/faults/watched_context.hpp"

namespace stator::engine::operations {

inline bool shortens_pages(const faults::WatchedContext& context) {
    return context.rare_answers != nullptr && context.rare_answers->page_rows.has_value();
}

// The number of rows that the page may evaluate, at least one. Precondition: shortens_pages().
inline std::optional<std::uint64_t> shortened(
    std::optional<std::uint64_t> limit, const faults::WatchedContext& context
) {
    const auto rows = std::max<std::uint64_t>(*context.rare_answers->page_rows, 1);
    return std::min(limit.value_or(rows), rows);
}

}  // namespace stator::engine::operations
