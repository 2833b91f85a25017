// RequestMeter: the effects of one request on each table and index that it used, for observers of
// requests. A value that belongs to one request; not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/vocabulary.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::capacity {

// The effects of a request on one table (index "") or one index.
struct SourceUse {
    std::string table;
    std::string index;
    double read_units = 0;
    double write_units = 0;
    std::int64_t scanned = 0;   // rows that a Query, a Scan or a SELECT evaluated
    std::int64_t returned = 0;  // rows that passed the filter
    bool has_filter = false;
    bool has_more = false;  // the reply has a LastEvaluatedKey or a NextToken
};

// A key or write of a batch that the reply returns as unprocessed.
struct GivenBackElement {
    enum class Kind : unsigned char { Get, Put, Delete };

    std::string table;  // as in the request, possibly an ARN
    Kind kind = Kind::Get;
    values::ItemImagePtr image;  // a put's item, otherwise the key
};

struct RequestMeter {
    std::vector<SourceUse> uses;
    // Keys or writes of a batch that the reply returns as unprocessed, or would have returned.
    std::int64_t unprocessed = 0;
    std::vector<GivenBackElement> given_back;
    // The end of the reply's page: its LastEvaluatedKey, or a statement's NextToken.
    values::ItemImagePtr last_evaluated_key;
    std::string next_token;

    // The entry of that source, created empty if it does not exist. Valid until the next call.
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
