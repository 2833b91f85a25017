#include "engine/stream/stream_log.hpp"
#include "engine/base/deadlines.hpp"

#include <algorithm>
#include <utility>

namespace stator::engine::stream {
namespace {

// The interval at which records and shards beyond retention are removed. Readers never see them.
constexpr std::int64_t kSweepIntervalMs = 3'600'000;

bool has_stream(const model::TableDescription& table) {
    return table.stream.enabled && table.status != values::TableStatus::Deleting;
}

}  // namespace

std::shared_ptr<Stream> StreamLog::follow(const model::TableDescription& table, Instant now) {
    if (!has_stream(table)) return nullptr;
    const MutexLock lock(mutex_);
    auto& stream = streams_[table.latest_stream_arn];
    if (stream != nullptr) return stream;
    model::StreamDescription description;
    description.arn = table.latest_stream_arn;
    description.label = table.latest_stream_label;
    description.table_name = table.name;
    description.key_schema = table.key_schema;
    description.view_type = table.stream.view_type;
    description.creation_time = now;
    stream = host_->background().released_last(
        std::make_shared<Stream>(host_->next_stream_number(), std::move(description), host_)
    );
    return stream;
}

std::shared_ptr<Stream> StreamLog::find(std::string_view arn) const {
    const MutexLock lock(mutex_);
    const auto found = streams_.find(arn);
    return found == streams_.end() ? nullptr : found->second;
}

StreamLog::List StreamLog::list(
    std::string_view table_name, std::string_view start_arn, std::size_t limit
) const {
    List list;
    const MutexLock lock(mutex_);
    for (auto entry = streams_.upper_bound(start_arn); entry != streams_.end(); ++entry) {
        model::StreamDescription stream = entry->second->description();
        if (!table_name.empty() && stream.table_name != table_name) continue;
        if (list.streams.size() == limit) {
            list.has_more = true;
            break;
        }
        list.streams.push_back(std::move(stream));
    }
    return list;
}

std::shared_ptr<Stream> StreamLog::restore(
    StreamNumber number, model::StreamDescription description
) {
    const MutexLock lock(mutex_);
    auto stream = host_->background().released_last(
        std::make_shared<Stream>(number, std::move(description), host_)
    );
    streams_[stream->arn()] = stream;
    return stream;
}

void StreamLog::end_all_but(const std::vector<std::shared_ptr<Stream>>& followed, Instant now) {
    const MutexLock lock(mutex_);
    for (const auto& [arn, stream] : streams_) {
        const bool is_followed =
            std::find(followed.begin(), followed.end(), stream) != followed.end();
        if (!is_followed) stream->disable(now);
    }
}

std::vector<std::shared_ptr<Stream>> StreamLog::all() const {
    std::vector<std::shared_ptr<Stream>> streams;
    const MutexLock lock(mutex_);
    for (const auto& [arn, stream] : streams_) streams.push_back(stream);
    return streams;
}

void StreamLog::take(StreamLog& other) {
    std::map<std::string, std::shared_ptr<Stream>, std::less<>> taken;
    {
        const MutexLock lock(other.mutex_);
        taken = std::move(other.streams_);
        other.streams_.clear();
    }
    const MutexLock lock(mutex_);
    streams_ = std::move(taken);
    next_sweep_ = {};
}

std::vector<StreamLog::Copied> StreamLog::copy(
    const StreamLog& other, const std::function<void(std::string& arn)>& adapt
) {
    std::vector<Copied> made;
    for (const auto& stream : other.all()) {
        model::StreamDescription description = stream->description();
        adapt(description.arn);
        auto copied = restore(host_->next_stream_number(), std::move(description));
        for (const auto& shard : stream->shards()) copied->find(shard->id())->copy_records(*shard);
        made.push_back({stream->number(), copied->number()});
    }
    return made;
}

void StreamLog::save_all() const {
    const MutexLock lock(mutex_);
    for (const auto& [arn, stream] : streams_) stream->save();
}

Instant StreamLog::run_due(Instant now) {
    const MutexLock lock(mutex_);
    if (streams_.empty()) return kNever;
    // After the clock was set back, the next sweep must not be years ahead.
    const bool is_soon = next_sweep_ - now <= kSweepIntervalMs;
    if (now < next_sweep_ && is_soon) return next_sweep_;
    for (auto entry = streams_.begin(); entry != streams_.end();) {
        Stream& stream = *entry->second;
        if (stream.is_spent(now)) {
            host_->save_stream(stream.number(), nullptr, {});
            entry = streams_.erase(entry);
            continue;
        }
        stream.trim(now);
        ++entry;
    }
    next_sweep_ = now + kSweepIntervalMs;
    return next_sweep_;
}

}  // namespace stator::engine::stream
