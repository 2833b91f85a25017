// StreamLog: the streams of one region, those of living tables and those still readable after
// their end. Thread-safe.
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

    // The stream that records the changes of a table so described: null without one, a new one the
    // first time the description names it.
    std::shared_ptr<Stream> follow(const protocol::model::TableDescription& table, Instant now);

    // The stream of that ARN, or null.
    std::shared_ptr<Stream> find(std::string_view arn) const;

    // Up to `limit` streams behind `start_arn`, of one table unless `table_name` is empty, in order
    // of their ARNs. True when more follow.
    struct List {
        std::vector<protocol::model::StreamDescription> streams;
        bool has_more = false;
    };

    List list(std::string_view table_name, std::string_view start_arn, std::size_t limit) const;

    // While loading: a stream as it was persisted.
    std::shared_ptr<Stream> restore(
        StreamNumber number, protocol::model::StreamDescription description
    );

    // After loading: ends every stream that no table follows any more. A crash may have come
    // between the table's part of that change and the stream's.
    void end_all_but(const std::vector<std::shared_ptr<Stream>>& followed, Instant now);

    // In order of their ARNs.
    std::vector<std::shared_ptr<Stream>> all() const;

    // Puts the streams of `other` in the place of all there are here.
    void take(StreamLog& other);

    // Copies every stream of `other`, with its shards and records, under numbers of its own and
    // with ARNs that `adapt` has changed. Nobody appends meanwhile.
    void copy(const StreamLog& other, const std::function<void(std::string& arn)>& adapt);

    // Makes every stream durable as it is.
    void save_all() const;

    // Forgets what is beyond retention; the time to come back, or kNever.
    Instant run_due(Instant now);

private:
    const std::shared_ptr<StreamHost> host_;
    mutable Mutex mutex_;
    std::map<std::string, std::shared_ptr<Stream>, std::less<>> streams_ STATOR_GUARDED_BY(mutex_);
    Instant next_sweep_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::stream
