// PositionLog: how far the triggers of a universe have come: where each mapping began, and where
// each of its lanes goes on. A durable section, so that nothing is delivered anew after a restart.
//
// Thread-safe. Its lock comes after those of catalogs and partitions, before the journal's; that of
// replacements comes before all of them, and behind that of the list of universes.
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

    // Held while the universe is replaced, and by whoever makes positions or reads streams from
    // them: those of one universe say nothing of the streams of the other.
    Mutex& replacement() { return replacement_; }

    // Another number says that the universe has been replaced: lanes are to be made anew.
    std::uint64_t generation() const;

    // The first position that a mapping is about; nothing for one that has not begun.
    std::optional<StreamPosition> beginning(const std::string& mapping) const;

    // The mapping begins there, whatever was known of it.
    void begin(
        const std::string& mapping, const StreamPosition& position, persistence::Recorder& recorder
    );

    // Nothing for a lane that has done nothing, whatever others of its shard have done. Where
    // shards were shared by another number of lanes, which all are known: the earliest of those.
    std::optional<LanePosition> find(const LaneName& name) const;

    // Ignored when the universe has been replaced since that generation.
    void set(
        const LaneName& name,
        const LanePosition& position,
        std::uint64_t generation,
        persistence::Recorder& recorder
    );

    // Forgets the mapping.
    void drop(const std::string& mapping, persistence::Recorder& recorder);

    // Forgets the lanes of a shard that is gone.
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
