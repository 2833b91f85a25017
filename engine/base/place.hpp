// Place: which world of tables somebody works in. Tables of one place share their names, and
// nothing with those of another. A value.
#pragma once

#include <compare>
#include <string>

namespace stator::engine {

struct Place {
    std::string universe = {};  // "" is the shared universe
    std::string region = {};    // "us-east-1"

    // By universe first, so that those of one universe stand together.
    friend auto operator<=>(const Place&, const Place&) = default;
};

}  // namespace stator::engine
