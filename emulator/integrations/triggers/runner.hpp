// TriggerRunner: has functions called with the records of streams, as the event source mappings of
// all universes say. A thread of its own, which begins with the first mapping and sleeps until a
// stream grows, a clock moves, a function answers or something is due; others make the calls.
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
    // All universes, with their mappings.
    std::function<std::vector<TriggerSource>()> sources;
    // Where files of what was given up are.
    std::string directory = "stator-triggers";
    // A file of the certificates that functions at https URLs are trusted by; "": the system's.
    std::string authorities = {};
    // Whether whoever may use the admin API may name commands.
    bool allows_commands = false;
    // Those that may be run anyhow.
    std::vector<std::vector<std::string>> commands = {};
    // What functions have to wait for; null in memory, or when replies to writes do not wait.
    engine::persistence::Journal* journal = nullptr;
    std::function<void(const std::string& line)> log = {};
};

class TriggerRunner {
public:
    // The engine outlives it.
    TriggerRunner(engine::Engine& engine, RunnerOptions options);
    ~TriggerRunner();
    TriggerRunner(const TriggerRunner&) = delete;
    TriggerRunner& operator=(const TriggerRunner&) = delete;

    // Breaks off what is under way; those records are delivered anew by the next process.
    void stop();

private:
    using Answer = std::pair<std::shared_ptr<LaneRun>, protocol::formats::triggers::FunctionReply>;

    // What runs in one universe.
    struct Runs {
        TriggerSource source;
        std::uint64_t version = 0;
        std::uint64_t generation = 0;
        std::map<std::string, std::unique_ptr<MappingRun>> mappings;
    };

    // What functions have answered, then what is due in all universes. Returns when to go on;
    // nothing: when woken.
    std::optional<background::BackgroundThread::SteadyTime> turn();
    void take(std::vector<Answer> answers);
    // How long to sleep.
    std::optional<std::chrono::milliseconds> go_on();
    engine::Instant go_on(Runs& runs);
    void renew(Runs& runs);
    RunSurroundings surroundings(engine::Universe& universe, const MappingRun& run);
    bool is_durable() const;

    engine::Engine& engine_;
    const RunnerOptions options_;
    FunctionCaller caller_;
    std::map<const engine::Universe*, Runs> universes_;  // of the thread alone

    std::mutex answers_mutex_;
    std::vector<Answer> answers_;
    background::BackgroundThread thread_;
};

}  // namespace stator::emulator::integrations::triggers
