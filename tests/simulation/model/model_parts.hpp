// Helpers for several parts of the model; not for other code.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/simulation/model/charge.hpp"
#include "tests/simulation/operations/operation.hpp"

namespace stator::simulation {

inline constexpr const char* kValidation = "ValidationException";
inline constexpr const char* kConditionFailed = "ConditionalCheckFailedException";
inline constexpr const char* kDuplicateItem = "DuplicateItemException";

bool holds(const Condition& condition, const Item& item);

// The error of a write in the form of the reasons of transactions and of the members of batches.
std::string code_of(const std::string& error);

// ConsumedCapacity of several tables.
std::string charges_json(
    const std::vector<std::size_t>& tables,
    const std::map<std::size_t, Charge>& charges,
    UnitKind kind
);

// Two of the parts are about one item.
template <class Parts, class KeyOf>
bool has_duplicates(const Parts& parts, const KeyOf& key_of) {
    std::set<Key> keys;
    for (const auto& part : parts) keys.insert(key_of(part));
    return keys.size() != parts.size();
}

}  // namespace stator::simulation
