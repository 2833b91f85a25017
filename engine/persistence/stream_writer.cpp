#include "engine/persistence/stream_writer.hpp"

namespace stator::engine::persistence {
namespace {

// Converts one of Stator's unsigned numbers to a statement's parameter. All of them are below 2^63.
std::int64_t number(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

void bind_image(sqlite::Statement& statement, int parameter, const values::ItemImagePtr& image) {
    if (image == nullptr) {
        statement.bind_null(parameter);
    } else {
        statement.bind_blob(parameter, image->payload());
    }
}

}  // namespace

StreamWriter::StreamWriter(sqlite::Connection& connection, ShareWriter& shares)
    : shares_(shares),
      put_stream_(
          connection,
          "REPLACE INTO streams (number, universe, region, definition, sum)"
          " VALUES (?1, ?2, ?3, ?4, row_sum(?1, ?2, ?3, ?4))"
      ),
      remove_stream_(connection, "DELETE FROM streams WHERE number = ?1"),
      trim_records_(
          connection,
          "DELETE FROM stream_records WHERE stream = ?1 AND time_ms < ?2 AND sequence > ?3"
      ),
      put_record_(
          connection,
          "REPLACE INTO stream_records (stream, sequence, ordinal, shard_id, time_ms, event,"
          " by_time_to_live, keys, old_image, new_image, sum)"
          " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
          " row_sum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10))"
      ) {}

void StreamWriter::write(std::span<const ChangeBatch> batches) {
    for (const ChangeBatch& batch : batches) {
        for (const StreamChange& change : batch.streams) write_stream(change);
        for (const StreamRecordRow& row : batch.records) write_record(row);
    }
}

void StreamWriter::write_stream(const StreamChange& change) {
    if (change.trimmed_before) {
        trim_records_.bind(1, number(change.stream.value));
        trim_records_.bind(2, change.trimmed_before->unix_ms());
        trim_records_.bind(3, number(shares_.needed_commit(change.stream.value)));
        trim_records_.run();
    }
    if (!change.definition) {
        remove_stream_.bind(1, number(change.stream.value));
        remove_stream_.run();
        return shares_.forget_stream(change.stream.value);
    }
    put_stream_.bind(1, number(change.stream.value));
    put_stream_.bind_text(2, change.place.universe);
    put_stream_.bind_text(3, change.place.region);
    put_stream_.bind_text(4, *change.definition);
    put_stream_.run();
}

void StreamWriter::write_record(const StreamRecordRow& row) {
    const model::StreamRecord& record = row.record;
    put_record_.bind(1, number(row.stream.value));
    put_record_.bind(2, number(record.position.commit));
    put_record_.bind(3, number(record.position.ordinal));
    put_record_.bind_text(4, row.shard_id);
    put_record_.bind(5, record.time.unix_ms());
    put_record_.bind(6, static_cast<std::int64_t>(record.event));
    put_record_.bind(7, record.by_time_to_live ? 1 : 0);
    put_record_.bind_blob(8, record.keys->payload());
    bind_image(put_record_, 9, record.old_image);
    bind_image(put_record_, 10, record.new_image);
    put_record_.run();
}

}  // namespace stator::engine::persistence
