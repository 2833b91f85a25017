// A change batch as bytes, for the change log. The layout belongs to one version of the data file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/persistence/journal.hpp"

namespace stator::engine::persistence {

// A RowChange read back. The payload, of the item's image, is borrowed; it is empty when the item
// is gone.
struct StoredRow {
    std::uint32_t table = 0;
    std::uint64_t row_id = 0;
    std::string_view payload;
};

// Batches read back, in order. Their rows stand apart, so that no image need be made of them.
struct StoredBatches {
    std::vector<ChangeBatch> batches;
    std::vector<StoredRow> rows;
};

void append_batch(std::string& out, const ChangeBatch& batch);

// Appends the batch that `bytes` are, and that its rows borrow from; false when they are none.
bool decode_batch(std::string_view bytes, StoredBatches& out);

}  // namespace stator::engine::persistence
