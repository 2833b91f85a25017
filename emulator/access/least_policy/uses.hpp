// Uses: the items and attributes of the requests that needed one action on one resource, as far as
// conditions can restrict later requests to them. A value.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "emulator/access/iam/context.hpp"

namespace stator::emulator::access::least_policy {

struct Uses {
    // The maximum number of partition keys that a condition lists.
    static constexpr std::size_t kMaxKeys = 10;

    // The maximum number of attributes that a condition lists.
    static constexpr std::size_t kMaxAttributes = 100;

    using Texts = std::set<std::string>;

    // The partition keys that the requests addressed; kMaxKeys + 1 entries if there were more.
    Texts keys = {};
    // True if a request was not restricted to partition keys, for example a Scan, or if its
    // partition keys are not known.
    bool is_unrestricted = false;
    // The top-level attributes that the requests mentioned; kMaxAttributes + 1 entries if there
    // were more.
    Texts attributes = {};
    Texts selects = {};   // values of dynamodb:Select
    Texts returned = {};  // values of dynamodb:ReturnValues

    // Adds the condition keys of one request.
    void add(const iam::Context& request);
    void join(const Uses& others);
};

}  // namespace stator::emulator::access::least_policy
