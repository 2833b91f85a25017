// MappingRun: the work of one event source mapping: one or more lanes for each shard of its table's
// streams. Reads records, calls functions, and stores the results. Not thread-safe: only the
// runner's thread uses it.
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

// A lane, and the state of its call. A reply that arrives after the end of the run is ignored.
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

// The services that a run needs.
struct RunSurroundings {
    engine::Universe& universe;
    // Calls a function, like FunctionCaller::call().
    std::function<void(FunctionCall call, FunctionAnswered answered)> call;
    // Flushes, and returns whether all readable records are durable.
    std::function<bool()> is_durable;
    // Passes the reply to the runner's thread, which calls MappingRun::take_answer().
    std::function<void(std::shared_ptr<LaneRun>, protocol::formats::triggers::FunctionReply)>
        answered;
    // Directory for failed records (destination file:NAME).
    std::string directory;
    // True if the mapping may run its command.
    bool may_run_command = true;
    std::function<void(const std::string& line)> log;
};

class MappingRun {
public:
    MappingRun(MappingPtr mapping, engine::triggers::StreamPosition beginning);

    const MappingPtr& mapping() const { return mapping_; }

    // Reads new records, and starts the calls that are due. Returns the time of the next due work
    // by the universe's clock, or kNever. kBeforeAll means soon, when the disk has caught up.
    engine::Instant go_on(const RunSurroundings& around);

    // True if the lane belongs to this run.
    bool has(const std::shared_ptr<LaneRun>& run) const;

    void take_answer(
        LaneRun& run,
        protocol::formats::triggers::FunctionReply reply,
        const RunSurroundings& around
    );

    // The state of the mapping; nullopt unless it has changed since the last call.
    std::optional<MappingState> take_state();

    // The deliveries since the last call: at most as many as a board keeps.
    std::vector<Delivery> take_deliveries() { return std::exchange(deliveries_, {}); }

private:
    using LaneKey = std::pair<std::string, std::int64_t>;  // shard and number

    // Creates lanes for new shards, and deletes the lanes of shards that no longer exist.
    void find_shards(const RunSurroundings& around);
    void add_shard(
        const engine::stream::Stream& stream,
        const std::shared_ptr<engine::stream::Shard>& shard,
        const RunSurroundings& around
    );
    // True if everything before the shard is done.
    bool may_begin(const engine::stream::Shard& shard, std::size_t stream) const;
    bool is_done(const std::string& shard) const;
    // True if the lane's shard has been trimmed. The lane remains until its work is done.
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
    // Must be called before the lane processes the reply. The result is the lane's last result.
    void note_delivery(const LaneRun& run, bool has_succeeded, engine::Instant now);
    void note_error(const std::string& text, const RunSurroundings& around);

    const MappingPtr mapping_;
    const engine::triggers::StreamPosition beginning_;
    const engine::triggers::LaneRules rules_;
    std::uint64_t generation_ = 0;
    std::uint64_t calls_made_ = 0;
    // In the order of their creation; the last one is the current stream of the table.
    std::vector<std::shared_ptr<engine::stream::Stream>> streams_;
    std::map<LaneKey, std::shared_ptr<LaneRun>> lanes_;
    MappingState state_;
    std::vector<Delivery> deliveries_;
    bool has_changed_ = true;
};

}  // namespace stator::emulator::integrations::triggers
