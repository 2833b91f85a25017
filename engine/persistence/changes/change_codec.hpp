// A change batch as bytes, for the change log. The layout belongs to one version of the data file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/persistence/changes/change_batch.hpp"

namespace stator::engine::persistence::changes {

// A RowChange that was read back. The payload of the item's image is borrowed; it is empty if the
// item was deleted.
struct StoredRow {
    std::uint32_t table = 0;
    std::uint64_t row_id = 0;
    std::string_view payload;
};

// Batches read back, in order. Their rows are kept separately so that no image has to be built.
struct StoredBatches {
    std::vector<ChangeBatch> batches;
    std::vector<StoredRow> rows;
    std::vector<std::size_t> row_counts = {};  // of each batch
};

// Appends the encoded batch to `out`.
void append_batch(std::string& out, const ChangeBatch& batch);

// Appends the batch encoded in `bytes`, which its rows borrow from. False if `bytes` is not a batch
// that append_batch() could have written: every length, flag and image is checked, so that bytes
// from anywhere are safe.
bool decode_batch(std::string_view bytes, StoredBatches& out);

// True if the batch copies tables or streams, and so depends on all batches before it.
bool copies_something(const ChangeBatch& batch);

}  // namespace stator::engine::persistence::changes
