// Anonymisation rules, as a user writes them in a JSON file:
//
//     {"key": "s3cret", "seed": 7,
//      "rules": {"email": {"action": "fake", "as": "email"}, "phone": {"action": "mask",
//      "keepLast": 4},
//                "customerId": "hash", "notes": "drop", "address.*": "mask", "address.country":
//                "keep", "cards[*].number": "hash"},
//      "tables": {"Orders": {"total": "mask"}}}
//
// A rule for a map or list applies to everything inside it, unless a longer path has its own rule.
// If two rules match the same place, a name or number takes precedence over a *.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/base/accepted.hpp"

namespace stator::tools::anonymise {

enum class Action : unsigned char { Keep, Mask, Hash, Fake, Drop };

enum class FakeKind : unsigned char {
    Address,
    City,
    Company,
    Email,
    FirstName,
    LastName,
    Name,
    Phone,
    Sentence,
    Uuid,
    Word
};

struct Rule {
    std::string path;   // as the user wrote it
    std::string table;  // "" for all tables
    Action action = Action::Keep;
    std::size_t keep_last = 0;           // Mask
    FakeKind kind = FakeKind::Sentence;  // Fake
};

// A node of the tree of paths: its children are names, numbers or any of these.
struct Place {
    std::optional<std::size_t> rule = {};  // its index
    std::map<std::string, Place, std::less<>> members = {};
    std::map<std::size_t, Place> elements = {};
    std::vector<Place> any_member = {};   // none or one
    std::vector<Place> any_element = {};  // none or one
};

struct Rules {
    std::string key;   // of hashes; "" if no rule hashes
    std::string seed;  // of fakes
    std::vector<Rule> rules;
    Place everywhere = {};
    std::map<std::string, Place, std::less<>> tables = {};
};

// Error: one sentence that names the file, the place and the fix.
emulator::Accepted<Rules> rules_from(std::string_view text, const std::string& file);

}  // namespace stator::tools::anonymise
