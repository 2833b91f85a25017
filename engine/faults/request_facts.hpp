// RequestFacts: the names and keys in a request, read before validation. A value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stator::engine::faults {

// One item or key of the request as text: every attribute of type S, N or B that is sent under Key
// or Item, or in the values of a key condition.
struct KeyFact {
    std::string table;
    std::string attribute;
    std::string value;
};

struct RequestFacts {
    std::string operation;            // "PutItem"
    std::string universe;             // "" is the default universe
    std::string region;               // "us-east-1": the region of its tables
    std::vector<std::string> tables;  // names, never ARNs; unique, in order of appearance
    std::vector<std::string> indexes;
    std::vector<KeyFact> keys;
};

}  // namespace stator::engine::faults
