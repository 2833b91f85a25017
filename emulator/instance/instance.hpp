// Instance: a whole Stator without sockets, built from a Config: the engine with its data file, the
// laboratories, the admin API, and the dispatcher that requests are handed to.
//
// The program puts a server around it, libstator five functions of C. Its dispatcher and
// laboratories are thread-safe. It has no thread but the journal's: whoever owns it calls the
// dispatcher's run_due(), and holds replies back until their ticket is durable.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "emulator/admin/router.hpp"
#include "emulator/admin_access/gate.hpp"
#include "emulator/auth/signature_check.hpp"
#include "emulator/authorization/authorizer.hpp"
#include "emulator/background/helpers.hpp"
#include "emulator/cli/config.hpp"
#include "emulator/declaration/declaration.hpp"
#include "emulator/http/universe_ports.hpp"
#include "emulator/instance/long_work.hpp"
#include "emulator/kinesis/sender.hpp"
#include "emulator/limits/load.hpp"
#include "emulator/limits/memory_guard.hpp"
#include "emulator/observe/laboratories.hpp"
#include "emulator/server/dispatcher.hpp"
#include "emulator/server/log.hpp"
#include "emulator/triggers/runner.hpp"
#include "engine/base/clock.hpp"
#include "engine/engine.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::emulator::instance {

// What an instance needs from whoever runs it.
struct Surroundings {
    // Opens ports of universes, and outlives the instance; null where nothing listens.
    http::UniversePorts* ports = nullptr;
    // What connections take, and outlives the instance; null where nothing listens.
    limits::Load* load = nullptr;
    // Says who may use the admin API, and outlives the instance; null where whoever reaches it may.
    const admin_access::Gate* gate = nullptr;
    // Gets every line for the operator, on any thread; nowhere without.
    std::function<void(server::LogLevel level, const std::string& line)> log = {};
    // The declaration itself, where there is no laboratory file.
    std::optional<declaration::DeclarationFile> laboratory = {};
};

class Instance {
public:
    // Reads the files that the configuration names, opens the data and establishes the laboratory.
    // `clock` outlives the instance. The error is a sentence for the user.
    static std::variant<std::unique_ptr<Instance>, std::string> open(
        const cli::Config& config, const engine::Clock& clock, Surroundings surroundings
    );

    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    server::Dispatcher& dispatcher() { return *dispatcher_; }

    // What replies to writes have to wait for; null when they need not wait.
    engine::persistence::Journal* awaited_journal();

    // What the operator should know before the first request, in sentences: rules about universes
    // that there are not, clocks that do not follow the machine's.
    std::vector<std::string> warnings();

    // Writes the report that was asked for, makes everything durable and ends the journal. No
    // request may be under way, or follow. A sentence for the user when something was not saved.
    std::optional<std::string> close();

private:
    Instance(
        const cli::Config& config,
        Surroundings surroundings,
        std::unique_ptr<engine::Engine> engine,
        std::unique_ptr<LongWork> long_work,
        std::unique_ptr<background::Helpers> helpers
    );

    // Makes the tables of the folder that the configuration names, but those that are there. A
    // sentence when that cannot be done.
    std::optional<std::string> seed();

    // Functions are called from now on. What was named until now may be a command.
    void begin_triggers();

    // Records for Kinesis are sent from now on.
    void begin_kinesis(const engine::Clock& clock);

    // Nothing of it runs any more.
    void leave_long_work();

    // Makes the laboratories what the configuration and the declaration say. A sentence when that
    // cannot be done.
    std::optional<std::string> establish(
        const std::optional<controls::Change>& faults,
        triggers::Mappings mappings,
        std::optional<declaration::DeclarationFile> declared
    );

    const cli::Config config_;
    const std::unique_ptr<engine::Engine> engine_;
    // Both are stopped before the engine is closed.
    const std::unique_ptr<LongWork> long_work_;
    const std::unique_ptr<background::Helpers> helpers_;
    auth::KeyStore keys_;
    const std::unique_ptr<auth::SignatureCheck> signatures_;  // null: nobody looks at signatures
    // Null: whoever signs may do everything.
    const std::unique_ptr<authorization::Authorizer> authorizer_;
    const std::unique_ptr<limits::MemoryGuard> memory_;  // null: no limit
    observe::Laboratories laboratories_;
    const admin::AdminRouter admin_;
    std::unique_ptr<server::Dispatcher> dispatcher_;
    std::function<void(const std::string& line)> log_;
    std::unique_ptr<triggers::TriggerRunner> triggers_;
    std::unique_ptr<kinesis::Sender> kinesis_;
};

}  // namespace stator::emulator::instance
