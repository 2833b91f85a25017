// DueTables: the due time of each table's next status change, in order. A value; not thread-safe.
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
    // Replaces the table's due time. kNever removes it.
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

    // The earliest due time, or kNever.
    Instant next() const { return by_time_.empty() ? kNever : by_time_.begin()->first; }

    // The names of the tables whose changes are due at `now`.
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
