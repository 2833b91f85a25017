// Rules by which items are anonymised, as a person writes them in a JSON file:
//
//     {"key": "s3cret", "seed": 7,
//      "rules": {"email": {"action": "fake", "as": "email"}, "phone": {"action": "mask",
//      "keepLast": 4},
//                "customerId": "hash", "notes": "drop", "address.*": "mask", "address.country":
//                "keep", "cards[*].number": "hash"},
//      "tables": {"Orders": {"total": "mask"}}}
//
// A rule about a map or list is one about all that is in it, unless a longer path says otherwise;
// of two rules about the same place, the one with a name or number counts more than the one with a
// *.
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
    std::string path;   // as it was written
    std::string table;  // "" for all tables
    Action action = Action::Keep;
    std::size_t keep_last = 0;           // Mask
    FakeKind kind = FakeKind::Sentence;  // Fake
};

// A place of items: what a name, a number or any of them leads to.
struct Place {
    std::optional<std::size_t> rule = {};  // its index
    std::map<std::string, Place, std::less<>> members = {};
    std::map<std::size_t, Place> elements = {};
    std::vector<Place> any_member = {};   // none or one
    std::vector<Place> any_element = {};  // none or one
};

struct Rules {
    std::string key;   // of hashes; "" when nothing is hashed
    std::string seed;  // of fakes
    std::vector<Rule> rules;
    Place everywhere = {};
    std::map<std::string, Place, std::less<>> tables = {};
};

// Error: one sentence that names the file, the place and the fix.
emulator::Accepted<Rules> rules_from(std::string_view text, const std::string& file);

}  // namespace stator::tools::anonymise
