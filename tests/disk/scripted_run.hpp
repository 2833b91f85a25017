// A long run of changes, the same for each seed, and a naive model of the contents of a store after
// each change.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/persistence/data_file.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::disk {

// Batches that are durable together, or not at all.
using Step = std::vector<engine::persistence::ChangeBatch>;

// Tables with items, histories and backups, streams with records, entries of sections, copies:
// made, changed, trimmed and dropped.
std::vector<Step> scripted_steps(std::uint64_t seed, std::size_t count);

// The contents of the store, in the plainest possible structures.
class Model {
public:
    void apply(const Step& step);

    // In the form of content_of().
    std::string text() const;

private:
    struct Table {
        std::string definition;
        std::map<std::uint64_t, std::string> rows;
        std::map<std::uint64_t, std::string> history;
    };

    struct Stream {
        std::string definition;
        std::map<std::pair<std::uint64_t, std::uint32_t>, std::pair<std::int64_t, std::string>>
            records;  // with their times
    };

    void apply(const engine::persistence::ChangeBatch& batch);
    void apply_streams(const engine::persistence::ChangeBatch& batch);
    void apply_entries(const engine::persistence::ChangeBatch& batch);

    std::map<std::uint32_t, Table> tables_;
    std::map<std::uint32_t, Stream> streams_;
    // By section and key: the value, and when it expires.
    std::map<std::pair<std::string, std::string>, std::pair<std::string, std::int64_t>> entries_;
};

// All contents of a data file, one line per object. Throws UnreadableDataFile.
std::string content_of(engine::persistence::DataFile& file);

}  // namespace stator::disk
