// RequestFacts: what a request says it is about, before anything has been checked. A value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stator::engine::faults {

// One item or key that the request names, as text: every attribute that was sent under Key or Item,
// or in a key condition's values, of type S, N or B.
struct KeyFact {
    std::string table;
    std::string attribute;
    std::string value;
};

struct RequestFacts {
    std::string operation;            // "PutItem"
    std::string universe;             // "" is the default universe
    std::vector<std::string> tables;  // names, never ARNs; each once, in order of appearance
    std::vector<std::string> indexes;
    std::vector<KeyFact> keys;
};

}  // namespace stator::engine::faults
