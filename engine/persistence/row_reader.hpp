// RowReader: reads the items of tables and bases on its own thread, a little ahead of the consumer,
// so that loading takes as long as the slower of the two.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/persistence/data_file.hpp"

namespace stator::engine::persistence {

// A table's own rows, or the rows of a base.
using RowSource = std::variant<TableNumber, BaseNumber>;

// Some rows of one source, in row order.
struct RowBlock {
    struct Row {
        std::uint64_t row_id;
        std::size_t length;  // of the image's payload
    };

    std::size_t source = 0;  // index in the list of sources
    std::vector<Row> rows = {};
    std::string payloads = {};  // concatenated
    bool is_last = false;       // of its source
};

class RowReader {
public:
    // No other code may use the file while the reader exists.
    RowReader(DataFile& file, std::vector<RowSource> sources);
    RowReader(const RowReader&) = delete;
    RowReader& operator=(const RowReader&) = delete;
    ~RowReader();

    // Returns the next block, source by source, or nullopt after the last block. Rethrows errors of
    // the reading thread.
    std::optional<RowBlock> next();

private:
    void run();
    void read_source(std::size_t position);
    void push(RowBlock block);

    DataFile& file_;
    const std::vector<RowSource> sources_;

    Mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<RowBlock> blocks_ STATOR_GUARDED_BY(mutex_);
    std::exception_ptr failure_ STATOR_GUARDED_BY(mutex_);
    bool has_ended_ STATOR_GUARDED_BY(mutex_) = false;
    bool is_abandoned_ STATOR_GUARDED_BY(mutex_) = false;
    std::thread thread_;
};

}  // namespace stator::engine::persistence
