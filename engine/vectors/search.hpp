// Search: the vectors of a column that are nearest to another one. Exact, whatever recall asks for
// apart.
//
// A heap keeps the best rows seen so far. Only a row that is nearer than the worst of them is
// looked at: whether the read sees it, and whether the filters hold. Equal scores come in the order
// in which a Scan returns the items, so that a result does not depend on where rows lie or on how
// many threads there are. Pure functions of the view.
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

// What a laboratory has searches miss: each item with a chance, the same item for the same search
// vector. Items that are missed come behind those that are not: a search that finds fewer than it
// may return has missed nothing.
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
    // How many threads a search of many vectors takes, this one among them.
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
