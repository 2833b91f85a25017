// MappingRun: one event source mapping at work: its lanes, one or several for each shard of its
// table's streams. Reads records, has functions called, keeps what became of them. Not thread-safe:
// the runner's thread alone uses it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/integrations/triggers/board.hpp"
#include "emulator/integrations/triggers/function_caller.hpp"
#include "engine/engine.hpp"
#include "engine/stream/shard.hpp"
#include "engine/stream/stream.hpp"
#include "engine/triggers/lane.hpp"

namespace stator::emulator::integrations::triggers {

// A lane, and what its call is about. A call that is answered after the run has gone is forgotten.
struct LaneRun {
    LaneRun(const engine::triggers::LaneRules& rules, engine::triggers::LanePosition start)
        : lane(rules, std::move(start)) {}

    engine::triggers::Lane lane;
    std::shared_ptr<engine::stream::Shard> shard;
    std::string stream_arn;
    std::int64_t number = 0;
    bool is_reporting = false;
    std::int64_t last_status = 200;
    bool was_partial = false;
    std::string last_result = {};
};

// What a run needs from its surroundings.
struct RunSurroundings {
    engine::Universe& universe;
    // As FunctionCaller does.
    std::function<void(FunctionCall call, FunctionAnswered answered)> call;
    // Whether everything that can be read is safe on the disk; sees to it.
    std::function<bool()> is_durable;
    // Hands the answer to the runner's thread, which calls MappingRun::take_answer().
    std::function<void(std::shared_ptr<LaneRun>, protocol::formats::triggers::FunctionReply)>
        answered;
    // Where files of what was given up are.
    std::string directory;
    // Whether the mapping may run its command.
    bool may_run_command = true;
    std::function<void(const std::string& line)> log;
};

class MappingRun {
public:
    MappingRun(MappingPtr mapping, engine::triggers::StreamPosition beginning);

    const MappingPtr& mapping() const { return mapping_; }

    // Reads what there is, and begins the calls that are due. Returns when the next thing is due by
    // the universe's clock, or kNever; kBeforeAll: soon, when the disk has caught up.
    engine::Instant go_on(const RunSurroundings& around);

    // True when the lane is one of this run.
    bool has(const std::shared_ptr<LaneRun>& run) const;

    void take_answer(
        LaneRun& run,
        protocol::formats::triggers::FunctionReply reply,
        const RunSurroundings& around
    );

    // How it stands; nothing unless that has changed since the last time.
    std::optional<MappingState> take_state();

    // What was answered since the last time: at most as many as a board keeps.
    std::vector<Delivery> take_deliveries() { return std::exchange(deliveries_, {}); }

private:
    using LaneKey = std::pair<std::string, std::int64_t>;  // shard and number

    // Makes lanes for new shards, and forgets those of shards that are gone.
    void find_shards(const RunSurroundings& around);
    void add_shard(
        const engine::stream::Stream& stream,
        const std::shared_ptr<engine::stream::Shard>& shard,
        const RunSurroundings& around
    );
    // Whether all that comes before the shard is done.
    bool may_begin(const engine::stream::Shard& shard, std::size_t stream) const;
    bool is_done(const std::string& shard) const;
    // Whether the lane's shard has been trimmed away; the lane stays while it has something to do.
    bool is_gone(const LaneRun& run) const;
    void read(LaneRun& run, const RunSurroundings& around);
    bool is_wanted(const std::string& document);
    engine::Instant step(const std::shared_ptr<LaneRun>& run, const RunSurroundings& around);
    void call(const std::shared_ptr<LaneRun>& run, const RunSurroundings& around);
    void report(
        const std::shared_ptr<LaneRun>& run,
        engine::triggers::GivenUp reason,
        const RunSurroundings& around
    );
    std::string event_of(const LaneRun& run) const;
    void keep_position(const LaneRun& run, const RunSurroundings& around) const;
    // Before the lane hears of the answer. The result is the lane's last one.
    void note_delivery(const LaneRun& run, bool has_succeeded, engine::Instant now);
    void note_error(const std::string& text, const RunSurroundings& around);

    const MappingPtr mapping_;
    const engine::triggers::StreamPosition beginning_;
    const engine::triggers::LaneRules rules_;
    std::uint64_t generation_ = 0;
    std::uint64_t calls_made_ = 0;
    // In the order of their creation; the last one is the table's own.
    std::vector<std::shared_ptr<engine::stream::Stream>> streams_;
    std::map<LaneKey, std::shared_ptr<LaneRun>> lanes_;
    MappingState state_;
    std::vector<Delivery> deliveries_;
    bool has_changed_ = true;
};

}  // namespace stator::emulator::integrations::triggers
