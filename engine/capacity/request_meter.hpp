// RequestMeter: what one request did to each table and index it touched, for whoever watches
// requests. A value that belongs to one request; not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stator::engine::capacity {

// What a request did to one table (index "") or one index.
struct SourceUse {
    std::string table;
    std::string index;
    double read_units = 0;
    double write_units = 0;
    std::int64_t scanned = 0;   // rows a Query, a Scan or a SELECT evaluated
    std::int64_t returned = 0;  // of these, the rows that passed the filter
    bool has_filter = false;
    bool has_more = false;  // the reply has a LastEvaluatedKey or a NextToken
};

struct RequestMeter {
    std::vector<SourceUse> uses;
    // Keys or writes of a batch that the reply gives back unprocessed.
    std::int64_t unprocessed = 0;

    // The use of that source, new if need be. Valid until the next call.
    SourceUse& use(std::string_view table, std::string_view index) {
        for (SourceUse& known : uses) {
            if (known.table == table && known.index == index) return known;
        }
        SourceUse fresh;
        fresh.table = table;
        fresh.index = index;
        uses.push_back(std::move(fresh));
        return uses.back();
    }
};

}  // namespace stator::engine::capacity
