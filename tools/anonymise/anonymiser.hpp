// Anonymiser: items as rules leave them, one at a time. Values keep their types, so that what reads
// the items goes on working. Thread-safe.
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

    // Error: a rule would give several items the same key.
    emulator::Accepted<void> check_keys(
        const std::string& table, const std::vector<protocol::values::AttributeDefinition>& keys
    ) const;

    // The item's JSON as the rules of the table leave it. Error: it is no item.
    emulator::Accepted<std::string> apply(std::string_view table, std::string_view item_json) const;

    // A sentence for each rule whose path no item had.
    std::vector<std::string> unused_rules() const;

    // Changes with the rules.
    const std::string& fingerprint() const { return fingerprint_; }

private:
    friend class ItemWalk;

    const Rules rules_;
    const std::unique_ptr<std::atomic<bool>[]> is_used_;  // by rule
    std::string fingerprint_;
};

}  // namespace stator::tools::anonymise
