// BatchWriter: puts items into a table with BatchWriteItem, in batches that shrink while the server
// throttles and grow afterwards. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "tools/client/api_client.hpp"

namespace stator::tools::client {

class BatchWriter {
public:
    // Receives the cost of each batch, in write units.
    using Spend = std::function<void(double units)>;

    // `api` must outlive the writer.
    BatchWriter(ApiClient& api, std::string table, Spend spend = {});

    // Writes items with different keys. Sends unprocessed items again until they are written.
    // Error: why an item was not written; some of the others may have been.
    emulator::Accepted<void> write(std::span<const std::string_view> items);

    // Number of items that are certainly written.
    std::uint64_t written() const { return written_; }

    // Maximum number of items in the next batch.
    std::size_t batch_size() const { return batch_size_; }

private:
    using Items = std::vector<std::string_view>;

    std::size_t next_batch(std::span<const std::string_view> items) const;
    emulator::Accepted<void> write_batch(Items items);
    emulator::Accepted<void> put_one_by_one(const Items& items);
    std::string request_for(const Items& items) const;
    void adapt(bool was_throttled);

    ApiClient& api_;
    const std::string table_;
    const Spend spend_;
    std::size_t batch_size_;
    std::uint64_t written_ = 0;
};

}  // namespace stator::tools::client
