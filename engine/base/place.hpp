// Place: which set of tables a request works in. Table names are unique within a place; tables of
// different places have nothing to do with each other. A value.
#pragma once

#include <compare>
#include <string>

namespace stator::engine {

struct Place {
    std::string universe = {};  // "" is the shared universe
    std::string region = {};    // "us-east-1"

    // Ordered by universe first, so that the regions of one universe are adjacent.
    friend auto operator<=>(const Place&, const Place&) = default;
};

}  // namespace stator::engine
