// Anonymiser: applies rules to items, one at a time. Values keep their types, so that programs can
// still read the items. Thread-safe.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "protocol/values/table_terms.hpp"
#include "tools/anonymise/rules.hpp"

namespace stator::tools::anonymise {

class Anonymiser {
public:
    explicit Anonymiser(Rules rules);

    // Reads the rules in a file. Error: one sentence.
    static emulator::Accepted<std::unique_ptr<Anonymiser>> load(const std::string& file);

    // Returns an error if a rule would give several items the same key.
    emulator::Accepted<void> check_keys(
        const std::string& table, const std::vector<protocol::values::AttributeDefinition>& keys
    ) const;

    // Returns the item's JSON with the rules of the table applied. Error: the text is not an item.
    emulator::Accepted<std::string> apply(std::string_view table, std::string_view item_json) const;

    // Returns a sentence for each rule whose path no item contained.
    std::vector<std::string> unused_rules() const;

    // Identifies the rules: it changes if they change.
    const std::string& fingerprint() const { return fingerprint_; }

private:
    friend class ItemWalk;

    const Rules rules_;
    const std::unique_ptr<std::atomic<bool>[]> is_used_;  // by rule
    std::string fingerprint_;
};

}  // namespace stator::tools::anonymise
