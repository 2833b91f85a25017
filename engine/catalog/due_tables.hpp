// DueTables: when each table's next change of status is due, in order. A value; not thread-safe.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/deadlines.hpp"
#include "engine/base/instant.hpp"

namespace stator::engine::catalog {

class DueTables {
public:
    // Replaces what was noted of the table; kNever for nothing.
    void note(std::string_view table, Instant due) {
        const auto known = by_table_.find(table);
        if (known != by_table_.end()) {
            if (known->second == due) return;
            by_time_.erase({known->second, known->first});
            by_table_.erase(known);
        }
        if (due == kNever) return;
        by_table_.emplace(table, due);
        by_time_.emplace(due, table);
    }

    // kNever when there is none.
    Instant next() const { return by_time_.empty() ? kNever : by_time_.begin()->first; }

    // The tables whose changes are due at `now`, by name.
    std::set<std::string> due(Instant now) const {
        std::set<std::string> tables;
        for (const auto& [due, table] : by_time_) {
            if (due > now) break;
            tables.insert(table);
        }
        return tables;
    }

private:
    std::map<std::string, Instant, std::less<>> by_table_;
    std::set<std::pair<Instant, std::string>> by_time_;
};

}  // namespace stator::engine::catalog
