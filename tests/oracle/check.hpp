// One check: an item, one request about it, and what the answer must be.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/value.hpp"

namespace stator::oracle {

inline constexpr const char* kTableName = "items";
inline constexpr const char* kKeyName = "pk";

struct Check {
    std::optional<Item> stored;  // before the request
    std::string kind;            // for the figures: "condition", "update" …
    std::string operation;
    std::string request;  // JSON
    std::string text;     // the expressions

    // Any of these is right, should there be any. Otherwise the reply, as canonical_reply says it.
    std::vector<std::string> errors;
    std::string reply;

    std::optional<Item> after;  // stored after the request
    std::string outcome;        // of a success, for the figures: "true", "applied" …
};

// The same check for the same numbers, on every machine.
Check make_check(std::uint64_t seed, std::uint64_t index);

// The key of the one item, and the item with it.
Item key_of_item();

}  // namespace stator::oracle
