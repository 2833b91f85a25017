// PositionLog: the progress of a universe's triggers: where each mapping began, and where each of
// its lanes continues. A durable section, so that no record is delivered again after a restart.
//
// Thread-safe. Its lock comes after those of catalogs and partitions, before the journal's. The
// replacement lock comes before all of them, and after that of the list of universes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/persistence/durable_section.hpp"
#include "engine/triggers/lane_position.hpp"

namespace stator::engine::triggers {

// One of `lanes` lanes that share a shard.
struct LaneName {
    std::string mapping;
    std::string shard;
    std::int64_t lane = 0;
    std::int64_t lanes = 1;
};

class PositionLog final : public persistence::DurableSection {
public:
    explicit PositionLog(std::string universe) : universe_(std::move(universe)) {}

    // Held while the universe is replaced, and by callers that create positions or read streams at
    // positions: positions of one universe are not valid for the streams of another.
    Mutex& replacement() { return replacement_; }

    // Changes when the universe has been replaced: lanes must then be created again.
    std::uint64_t generation() const;

    // The first position of a mapping. nullopt if the mapping has not begun.
    std::optional<StreamPosition> beginning(const std::string& mapping) const;

    // Begins the mapping at that position, and drops its former positions.
    void begin(
        const std::string& mapping, const StreamPosition& position, persistence::Recorder& recorder
    );

    // The position of a lane. If it has none, but the shard was shared by another number of lanes,
    // all of which have positions: the earliest of those. Otherwise nullopt.
    std::optional<LanePosition> find(const LaneName& name) const;

    // Ignored if the universe has been replaced since that generation.
    void set(
        const LaneName& name,
        const LanePosition& position,
        std::uint64_t generation,
        persistence::Recorder& recorder
    );

    // Drops the mapping's positions.
    void drop(const std::string& mapping, persistence::Recorder& recorder);

    // Drops the lanes of a shard that no longer exists.
    void drop_shard(
        const std::string& mapping, const std::string& shard, persistence::Recorder& recorder
    );

    std::string_view name() const override { return "triggers"; }

    bool adapt(persistence::EntryRow& row) const override;
    void restore(const persistence::EntryRow& row) override;
    std::vector<persistence::EntryRow> contents(std::string_view universe) const override;
    std::vector<persistence::EntryRow> forget(std::string_view universe) override;

private:
    using Values = std::map<std::string, std::string>;

    persistence::EntryRow row_of(std::string key, std::optional<std::string> value) const;
    std::vector<persistence::EntryRow> rows() const STATOR_REQUIRES(mutex_);
    void drop_prefix(const std::string& prefix, persistence::Recorder& recorder);

    const std::string universe_;
    Mutex replacement_;
    mutable Mutex mutex_;
    std::uint64_t generation_ STATOR_GUARDED_BY(mutex_) = 0;
    Values values_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::triggers
