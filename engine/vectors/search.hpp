// Search: finds the vectors of a column that are nearest to another one. Exact, except for the
// items that Recall omits.
//
// A heap keeps the best rows seen so far. Only a row that is nearer than the worst of them is
// checked for visibility to the read and against the filters. Equal scores are returned in the
// order in which a Scan returns the items, so that a result does not depend on the rows' places or
// on the number of threads. Pure functions of the view.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/storage/slot.hpp"
#include "engine/vectors/column.hpp"
#include "engine/vectors/distances.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::vectors {

// The items that a laboratory makes searches miss: a random choice for each item, the same for the
// same search vector. Missed items are ranked after all others, so a search that finds fewer items
// than it may return has missed none.
struct Recall {
    double share = 1;  // of the items that are found
    std::uint64_t seed = 0;

    bool is_exact() const { return share >= 1; }

    bool misses(const values::ItemImage& item, std::uint64_t query_hash) const;
};

struct Filter {
    std::string attribute;
    values::AttributeValue value;
};

struct SearchPlan {
    const Query* query = nullptr;
    std::size_t top_k = 0;
    std::vector<Filter> filters = {};
    storage::ReadPoint point = {};
    Recall recall = {};
    std::uint64_t query_hash = 0;
    // The number of threads for a search of many vectors, including the calling one.
    unsigned threads = 1;
    const Kernels* kernels = nullptr;  // null: the fastest ones
};

struct Hit {
    double score = 0;
    values::ItemImagePtr image;
    std::vector<float> values;
};

// Best first.
std::vector<Hit> search(const ColumnView& column, const SearchPlan& plan);

// The bytes of the vectors that a search of that column reads.
std::int64_t searched_bytes(const ColumnView& column);

}  // namespace stator::engine::vectors
