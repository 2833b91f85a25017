// Calls of object stores for tests.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/transfer/object_store.hpp"

namespace stator::testing {

// Nullopt if the call succeeded.
template <class Result>
std::optional<engine::transfer::StoreFault> fault_of(const Result& result) {
    if (result.has_value()) return std::nullopt;
    return result.error().fault;
}

// The whole object, read in small pieces; the error if it cannot be read.
inline std::string text_of(
    engine::transfer::ObjectStore& store, const std::string& bucket, const std::string& key
) {
    const auto reader = store.open(bucket, key);
    if (reader.has_error()) return "cannot be opened: " + reader.error().detail;
    std::string text;
    std::array<char, 7> piece{};
    for (;;) {
        const auto got = (*reader)->read(piece);
        if (got.has_error()) return "cannot be read: " + got.error().detail;
        if (*got == 0) return text;
        text.append(piece.data(), *got);
    }
}

}  // namespace stator::testing
