#include "engine/triggers/position_log.hpp"

#include <algorithm>
#include <utility>

#include "protocol/base/number_text.hpp"

namespace stator::engine::triggers {
namespace {

using persistence::EntryRow;

// Separates mapping, shard and lane, because none of them contains it.
constexpr char kApart = '\n';

std::string shard_prefix(const std::string& mapping, const std::string& shard) {
    return mapping + kApart + shard + kApart;
}

std::string key_of(const LaneName& name) {
    return shard_prefix(name.mapping, name.shard) + std::to_string(name.lane) + "/" +
           std::to_string(name.lanes);
}

// The number of lanes that share the key's shard.
std::optional<std::int64_t> lanes_of(std::string_view key) {
    return protocol::parse_number<std::int64_t>(key.substr(key.rfind('/') + 1));
}

// The next position, followed by the window's start and state if a window is open.
std::string text_of(const LanePosition& position) {
    std::string text = model::sequence_number_text(position.next);
    if (!position.window) return text;
    text.push_back(kApart);
    text.append(std::to_string(position.window->unix_ms())).push_back(kApart);
    return text.append(position.state);
}

std::optional<LanePosition> position_of(std::string_view text) {
    const auto end = text.find(kApart);
    const auto next = model::stream_position_from(text.substr(0, end));
    if (!next) return std::nullopt;
    LanePosition position{*next};
    if (end == std::string_view::npos) return position;
    text.remove_prefix(end + 1);
    const auto window_end = text.find(kApart);
    if (window_end == std::string_view::npos) return std::nullopt;
    const auto start = protocol::parse_number<std::int64_t>(text.substr(0, window_end));
    if (!start) return std::nullopt;
    position.window = Instant(*start);
    position.state = text.substr(window_end + 1);
    return position;
}

}  // namespace

std::uint64_t PositionLog::generation() const {
    const MutexLock lock(mutex_);
    return generation_;
}

std::optional<StreamPosition> PositionLog::beginning(const std::string& mapping) const {
    const MutexLock lock(mutex_);
    const auto found = values_.find(mapping);
    if (found == values_.end()) return std::nullopt;
    return model::stream_position_from(found->second);
}

void PositionLog::begin(
    const std::string& mapping, const StreamPosition& position, persistence::Recorder& recorder
) {
    drop(mapping, recorder);
    const MutexLock lock(mutex_);
    const std::string text = model::sequence_number_text(position);
    values_[mapping] = text;
    recorder.record({row_of(mapping, text)});
}

std::optional<LanePosition> PositionLog::find(const LaneName& name) const {
    const MutexLock lock(mutex_);
    const auto exact = values_.find(key_of(name));
    if (exact != values_.end()) return position_of(exact->second);

    // The known lanes of each other number of lanes.
    struct Division {
        std::int64_t known = 0;
        StreamPosition earliest = {};
    };

    const std::string prefix = shard_prefix(name.mapping, name.shard);
    std::map<std::int64_t, Division> divisions;
    for (auto at = values_.lower_bound(prefix); at != values_.end(); ++at) {
        if (!at->first.starts_with(prefix)) break;
        const auto lanes = lanes_of(at->first);
        const auto position = position_of(at->second);
        if (!lanes || lanes == name.lanes || !position) continue;
        Division& division = divisions[*lanes];
        const bool is_first = division.known++ == 0;
        division.earliest = is_first ? position->next : std::min(division.earliest, position->next);
    }
    std::optional<LanePosition> earliest;
    for (const auto& [lanes, division] : divisions) {
        // A lane with an unknown position may be far behind the others.
        if (division.known < lanes) continue;
        if (!earliest || division.earliest < earliest->next) {
            earliest = LanePosition{division.earliest};
        }
    }
    return earliest;
}

void PositionLog::set(
    const LaneName& name,
    const LanePosition& position,
    std::uint64_t generation,
    persistence::Recorder& recorder
) {
    const MutexLock lock(mutex_);
    // A mapping that was dropped in the meantime has no lanes.
    if (generation != generation_ || !values_.contains(name.mapping)) return;
    std::string text = text_of(position);
    std::string& known = values_[key_of(name)];
    if (known == text) return;
    known = std::move(text);
    recorder.record({row_of(key_of(name), known)});
}

void PositionLog::drop_prefix(const std::string& prefix, persistence::Recorder& recorder) {
    std::vector<EntryRow> gone;
    const MutexLock lock(mutex_);
    for (auto at = values_.lower_bound(prefix); at != values_.end();) {
        if (!at->first.starts_with(prefix)) break;
        gone.push_back(row_of(at->first, std::nullopt));
        at = values_.erase(at);
    }
    if (!gone.empty()) recorder.record(std::move(gone));
}

void PositionLog::drop(const std::string& mapping, persistence::Recorder& recorder) {
    drop_prefix(mapping + kApart, recorder);
    const MutexLock lock(mutex_);
    if (values_.erase(mapping) > 0) recorder.record({row_of(mapping, std::nullopt)});
}

void PositionLog::drop_shard(
    const std::string& mapping, const std::string& shard, persistence::Recorder& recorder
) {
    drop_prefix(shard_prefix(mapping, shard), recorder);
}

EntryRow PositionLog::row_of(std::string key, std::optional<std::string> value) const {
    return {std::string(name()), {universe_, ""}, std::move(key), std::move(value)};
}

std::vector<EntryRow> PositionLog::rows() const {
    std::vector<EntryRow> rows;
    for (const auto& [key, value] : values_) rows.push_back(row_of(key, value));
    return rows;
}

bool PositionLog::adapt(EntryRow& row) const {
    return row.value && position_of(*row.value).has_value();
}

void PositionLog::restore(const EntryRow& row) {
    const MutexLock lock(mutex_);
    ++generation_;
    values_[row.key] = row.value.value_or("");
}

std::vector<EntryRow> PositionLog::contents(std::string_view) const {
    const MutexLock lock(mutex_);
    return rows();
}

std::vector<EntryRow> PositionLog::forget(std::string_view) {
    const MutexLock lock(mutex_);
    ++generation_;
    auto forgotten = rows();
    values_.clear();
    return forgotten;
}

}  // namespace stator::engine::triggers
