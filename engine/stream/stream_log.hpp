// StreamLog: the streams of one region: those of existing tables, and ended ones that are still
// readable. Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/stream/stream.hpp"
#include "protocol/model/table.hpp"

namespace stator::engine::stream {

class StreamLog {
public:
    explicit StreamLog(std::shared_ptr<StreamHost> host) : host_(std::move(host)) {}

    // Returns the stream that records the changes of a table with this description, or null if its
    // stream is disabled. Creates the stream when a description first names it.
    std::shared_ptr<Stream> follow(const model::TableDescription& table, Instant now);

    // The stream with that ARN, or null.
    std::shared_ptr<Stream> find(std::string_view arn) const;

    // Up to `limit` streams after `start_arn`, in ARN order; only those of one table unless
    // `table_name` is empty. `has_more` is true if more follow.
    struct List {
        std::vector<model::StreamDescription> streams;
        bool has_more = false;
    };

    List list(std::string_view table_name, std::string_view start_arn, std::size_t limit) const;

    // While loading: adds a stream that was persisted.
    std::shared_ptr<Stream> restore(StreamNumber number, model::StreamDescription description);

    // After loading: ends every stream that no table uses any more. The process may have crashed
    // between the table's part of that change and the stream's part.
    void end_all_but(const std::vector<std::shared_ptr<Stream>>& followed, Instant now);

    // In ARN order.
    std::vector<std::shared_ptr<Stream>> all() const;

    // Replaces all streams with those of `other`.
    void take(StreamLog& other);

    // The number of a stream, and the number of its copy.
    struct Copied {
        StreamNumber from;
        StreamNumber to;
    };

    // Copies every stream of `other`, with its shards and records, under new numbers and with ARNs
    // changed by `adapt`. No records may be appended during the call.
    std::vector<Copied> copy(
        const StreamLog& other, const std::function<void(std::string& arn)>& adapt
    );

    // Makes the current description of every stream durable.
    void save_all() const;

    // Removes everything beyond retention. Returns the time of the next removal, or kNever.
    Instant run_due(Instant now);

private:
    const std::shared_ptr<StreamHost> host_;
    mutable Mutex mutex_;
    std::map<std::string, std::shared_ptr<Stream>, std::less<>> streams_ STATOR_GUARDED_BY(mutex_);
    Instant next_sweep_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::stream
