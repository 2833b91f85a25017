// TriggerRunner: calls functions with the records of streams, according to the event source
// mappings of all universes. Runs a thread of its own, which starts with the first mapping and
// sleeps until a stream grows, a clock changes, a function replies or work is due. Other threads
// make the calls.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emulator/background/background_thread.hpp"
#include "emulator/integrations/triggers/board.hpp"
#include "emulator/integrations/triggers/function_caller.hpp"
#include "emulator/integrations/triggers/mapping_run.hpp"
#include "engine/engine.hpp"

namespace stator::emulator::integrations::triggers {

struct TriggerSource {
    std::shared_ptr<engine::Universe> universe;
    std::shared_ptr<TriggerBoard> board;
};

struct RunnerOptions {
    // Returns all universes with their mappings.
    std::function<std::vector<TriggerSource>()> sources;
    // Directory for failed records (destination file:NAME).
    std::string directory = "stator-triggers";
    // A file with the trusted CA certificates for functions at https URLs; "" means those of the
    // system.
    std::string authorities = {};
    // True if clients of the admin API may set commands.
    bool allows_commands = false;
    // Commands that are always allowed.
    std::vector<std::vector<std::string>> commands = {};
    // Functions wait for this journal; null in memory, or if replies to writes do not wait for it.
    engine::persistence::Journal* journal = nullptr;
    std::function<void(const std::string& line)> log = {};
};

class TriggerRunner {
public:
    // The engine must outlive the runner.
    TriggerRunner(engine::Engine& engine, RunnerOptions options);
    ~TriggerRunner();
    TriggerRunner(const TriggerRunner&) = delete;
    TriggerRunner& operator=(const TriggerRunner&) = delete;

    // Aborts all calls in progress. The next process delivers their records again.
    void stop();

private:
    using Answer = std::pair<std::shared_ptr<LaneRun>, protocol::formats::triggers::FunctionReply>;

    // The mappings that run in one universe.
    struct Runs {
        TriggerSource source;
        std::uint64_t version = 0;
        std::uint64_t generation = 0;
        std::map<std::string, std::unique_ptr<MappingRun>> mappings;
    };

    // Processes replies from functions, then due work in all universes. Returns the time of the
    // next turn, or nullopt to wait until woken.
    std::optional<background::BackgroundThread::SteadyTime> turn();
    void take(std::vector<Answer> answers);
    // Returns the time until the next due work.
    std::optional<std::chrono::milliseconds> go_on();
    engine::Instant go_on(Runs& runs);
    void renew(Runs& runs);
    RunSurroundings surroundings(engine::Universe& universe, const MappingRun& run);
    bool is_durable() const;

    engine::Engine& engine_;
    const RunnerOptions options_;
    FunctionCaller caller_;
    std::map<const engine::Universe*, Runs> universes_;  // used only by the thread

    std::mutex answers_mutex_;
    std::vector<Answer> answers_;
    background::BackgroundThread thread_;
};

}  // namespace stator::emulator::integrations::triggers
