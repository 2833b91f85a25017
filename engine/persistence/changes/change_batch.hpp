// The changes of one commit, as values: rows, definitions, records, entries.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/place.hpp"
#include "protocol/model/stream.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::persistence::changes {

// One row of a table's items: the new image, or null when the item was deleted.
struct RowChange {
    TableNumber table;
    std::uint64_t row_id = 0;
    values::ItemImagePtr image;
};

// A table was created or its description changed (`definition` is set), or it was dropped
// (nullopt). A backup is a table that is only read to restore it.
struct DefinitionChange {
    TableNumber table;
    Place place;
    std::optional<std::string> definition;
    bool is_backup = false;
};

// A stream was created or its shards changed (`definition` is set), or it was removed with its
// records (nullopt).
struct StreamChange {
    StreamNumber stream;
    Place place;
    std::optional<std::string> definition;
    // Records made before this time have been removed.
    std::optional<Instant> trimmed_before = {};
};

// The table `to` begins with the rows that `from` has after all batches before this one.
struct TableCopy {
    TableNumber from;
    TableNumber to;
    bool with_history = false;
};

// The stream `to` begins with the records of `from` up to `last_commit`.
struct StreamCopy {
    StreamNumber from;
    StreamNumber to;
    std::uint64_t last_commit = 0;
};

// One record of a stream.
struct StreamRecordRow {
    StreamNumber stream;
    std::string shard_id;
    model::StreamRecord record;
};

// An item's image before one of its changes, for a table with a history.
struct HistoryRow {
    TableNumber table;
    std::uint64_t position = 0;  // ascends within the table
    std::uint64_t first = 0;     // rows before this position are no longer needed
    Instant time = {};
    bool is_insertion = false;
    std::uint64_t row_id = 0;
    // The image before the change; for an insertion, the key of the new item.
    values::ItemImagePtr image = nullptr;
};

// One entry of a durable section (durable_section.hpp): its new value, or nullopt if it was
// removed.
struct EntryRow {
    std::string section;
    Place place;
    std::string key;  // unique within the section and place
    std::optional<std::string> value;
    // The entry is not needed after this time; without a value, it is kept until removed.
    std::optional<Instant> expires_at = {};

    bool operator==(const EntryRow&) const = default;
};

// All changes of one commit; durable as a whole or not at all.
struct ChangeBatch {
    SequenceNumber sequence;
    std::vector<RowChange> rows = {};
    std::vector<DefinitionChange> definitions = {};
    std::vector<StreamChange> streams = {};
    std::vector<StreamRecordRow> records = {};
    std::vector<HistoryRow> history = {};
    // Tables whose history has ended.
    std::vector<TableNumber> ended_histories = {};
    std::vector<EntryRow> entries = {};
    // Entries of the same universe that have expired by this time may be removed. Set by batches
    // that add an expiring entry, because the writer has no clock, and universes have their own.
    std::optional<Instant> expired_by = {};
    // Made under the locks of everything that is copied; the definitions follow in another batch.
    std::vector<TableCopy> table_copies = {};
    std::vector<StreamCopy> stream_copies = {};
    // The change continues in the next batch. Set by the journal.
    bool is_continued = false;
};

}  // namespace stator::engine::persistence::changes
