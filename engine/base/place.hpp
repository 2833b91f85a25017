// Place: the set of tables that a request uses. Table names are unique within a place; tables in
// different places are independent. A value.
#pragma once

#include <compare>
#include <string>

namespace stator::engine {

struct Place {
    std::string universe = {};  // "" is the default universe
    std::string region = {};    // "us-east-1"

    // Ordered by universe first, so that the regions of one universe are adjacent.
    friend auto operator<=>(const Place&, const Place&) = default;
};

}  // namespace stator::engine
