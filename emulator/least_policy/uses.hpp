// Uses: what requests said of themselves where they needed one action on one resource, as far as
// conditions can hold later requests to it. A value.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "emulator/iam/context.hpp"

namespace stator::emulator::least_policy {

struct Uses {
    // As many partition keys as a condition lists.
    static constexpr std::size_t kMaxKeys = 10;

    using Texts = std::set<std::string>;

    // The partition keys that they addressed; kMaxKeys + 1 of more.
    Texts keys = {};
    // Some request was held to no partition key, as a Scan is not, or it is not known to which.
    bool is_unheld = false;
    Texts attributes = {};  // top-level ones that they mentioned
    Texts selects = {};     // values of dynamodb:Select
    Texts returned = {};    // values of dynamodb:ReturnValues

    void add(const iam::Context& request);
    void join(const Uses& others);
};

}  // namespace stator::emulator::least_policy
