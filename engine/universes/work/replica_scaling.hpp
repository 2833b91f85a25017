// ReplicaScaling: applies the auto scaling of provisioned global tables, once a minute by the
// universe's clock.
//
// Consumption is known only while heat is collected. Write capacity is the same in every region,
// and follows the region that writes most. Thread-safe; its lock comes before those of catalogs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/capacity/target_tracking.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/table/table.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/model/global_table.hpp"

namespace stator::engine::universes::work {

class ReplicaScaling {
public:
    // The universe must outlive this.
    explicit ReplicaScaling(Universe& universe) : universe_(universe) {}

    // Returns the time of the next run, or kNever if no table is scaled.
    Instant run_due(Instant now);

private:
    // Table, index ("" for the table itself), region ("" for all).
    using Source = std::tuple<std::string, std::string, std::string>;
    // New units by index. An absent index keeps its units.
    using Wanted = std::map<std::string, std::int64_t>;

    // The measured consumption at one point in time.
    struct Look {
        capacity::HeatReport report;
        std::int64_t minutes = 0;  // since the last one; 0 at first
        Instant now = {};
    };

    // The source's consumption since the last look, in units per second.
    double consumed(
        const Source& source,
        const table::Table& table,
        capacity::Direction direction,
        const Look& look
    ) STATOR_REQUIRES(mutex_);
    void scale(const model::GlobalTableDefinition& definition, const Look& look)
        STATOR_REQUIRES(mutex_);
    Wanted wanted_writes(const model::GlobalTableDefinition& definition, const Look& look)
        STATOR_REQUIRES(mutex_);
    Wanted wanted_reads(
        const model::GlobalTableDefinition& definition,
        const model::GlobalTableMember& member,
        const table::Table& table,
        const Look& look
    ) STATOR_REQUIRES(mutex_);

    Universe& universe_;
    Mutex mutex_;
    std::optional<Instant> last_ STATOR_GUARDED_BY(mutex_);
    // By source and direction.
    std::map<std::pair<Source, capacity::Direction>, double> totals_ STATOR_GUARDED_BY(mutex_);
    std::map<Source, capacity::TargetTracking> reads_ STATOR_GUARDED_BY(mutex_);
    std::map<Source, capacity::TargetTracking> writes_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::universes::work
