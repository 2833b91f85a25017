// RequestMeter: what one request did to each table and index it touched, for whoever watches
// requests. A value that belongs to one request; not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/values/item_image.hpp"

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

// A key or a write of a batch that the reply gives back unprocessed.
struct GivenBackElement {
    enum class Kind : unsigned char { Get, Put, Delete };

    std::string table;  // as sent, its ARN perhaps
    Kind kind = Kind::Get;
    protocol::values::ItemImagePtr image;  // a put's item, else the key
};

struct RequestMeter {
    std::vector<SourceUse> uses;
    // Keys or writes of a batch that the reply gives back unprocessed, or would have.
    std::int64_t unprocessed = 0;
    std::vector<GivenBackElement> given_back;
    // Where the reply's page ended: its LastEvaluatedKey, and a statement's NextToken.
    protocol::values::ItemImagePtr last_evaluated_key;
    std::string next_token;

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
