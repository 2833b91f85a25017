// The contents of a snapshot, read from its data file without restoring it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/virtual_clock.hpp"
#include "engine/persistence/data_file.hpp"
#include "engine/universes/snapshot_origin.hpp"
#include "protocol/model/table.hpp"

namespace stator::engine::universes {

struct SnapshotTable {
    std::string region;
    model::TableDescription description;
    std::int64_t items = 0;
    std::int64_t bytes = 0;  // as DynamoDB bills them
};

struct SnapshotDescription {
    // nullopt if an older version of Stator saved the snapshot.
    std::optional<Origin> origin = {};
    // nullopt if the clock followed system time, or is not known.
    std::optional<ClockSetting> clock = {};
    std::vector<SnapshotTable> tables = {};  // by region and name
};

// Reads the data file in `directory`. Items are counted only if `counts_items` is true, because
// counting takes as long as reading them. The error is a sentence for the user.
std::variant<SnapshotDescription, persistence::DataFileError> describe_snapshot(
    const std::string& directory, bool counts_items
);

}  // namespace stator::engine::universes
