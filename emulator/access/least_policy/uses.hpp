// Uses: what requests said of themselves where they needed one action on one resource, as far as
// conditions can restrict later requests to it. A value.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "emulator/access/iam/context.hpp"

namespace stator::emulator::access::least_policy {

struct Uses {
    // As many partition keys as a condition lists.
    static constexpr std::size_t kMaxKeys = 10;

    // The same of attributes.
    static constexpr std::size_t kMaxAttributes = 100;

    using Texts = std::set<std::string>;

    // The partition keys that they addressed; kMaxKeys + 1 of more.
    Texts keys = {};
    // Some request was restricted to no partition key, as a Scan is not, or it is not known to
    // which.
    bool is_unrestricted = false;
    // Top-level ones that they mentioned; kMaxAttributes + 1 of more.
    Texts attributes = {};
    Texts selects = {};   // values of dynamodb:Select
    Texts returned = {};  // values of dynamodb:ReturnValues

    void add(const iam::Context& request);
    void join(const Uses& others);
};

}  // namespace stator::emulator::access::least_policy
