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

#include "emulator/access/authentication/signature_check.hpp"
#include "emulator/access/authorization/authorizer.hpp"
#include "emulator/admin/guard/gate.hpp"
#include "emulator/admin/router.hpp"
#include "emulator/background/helpers.hpp"
#include "emulator/background/long_work.hpp"
#include "emulator/base/log.hpp"
#include "emulator/base/universe_ports.hpp"
#include "emulator/config/config.hpp"
#include "emulator/dispatch/dispatcher.hpp"
#include "emulator/integrations/kinesis/sender.hpp"
#include "emulator/integrations/triggers/runner.hpp"
#include "emulator/laboratory/declaration/declaration.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/overload/load.hpp"
#include "emulator/overload/memory_guard.hpp"
#include "engine/base/clock.hpp"
#include "engine/engine.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::emulator {

// What an instance needs from whoever runs it.
struct Surroundings {
    // Opens ports of universes, and outlives the instance; null where nothing listens.
    UniversePorts* ports = nullptr;
    // What connections take, and outlives the instance; null where nothing listens.
    overload::Load* load = nullptr;
    // Says who may use the admin API, and outlives the instance; null where whoever reaches it may.
    const admin::guard::Gate* gate = nullptr;
    // Gets every line for the operator, on any thread; nowhere without.
    std::function<void(LogLevel level, const std::string& line)> log = {};
    // The declaration itself, where there is no laboratory file.
    std::optional<laboratory::declaration::DeclarationFile> laboratory = {};
};

class Instance {
public:
    // Reads the files that the configuration names, opens the data and establishes the laboratory.
    // `clock` outlives the instance. The error is a sentence for the user.
    static std::variant<std::unique_ptr<Instance>, std::string> open(
        const config::Config& config, const engine::Clock& clock, Surroundings surroundings
    );

    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    dispatch::Dispatcher& dispatcher() { return *dispatcher_; }

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
        const config::Config& config,
        Surroundings surroundings,
        std::unique_ptr<engine::Engine> engine,
        std::unique_ptr<background::LongWork> long_work,
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
        const std::optional<laboratory::controls::Change>& faults,
        integrations::triggers::Mappings mappings,
        std::optional<laboratory::declaration::DeclarationFile> declared
    );

    const config::Config config_;
    const std::unique_ptr<engine::Engine> engine_;
    // Both are stopped before the engine is closed.
    const std::unique_ptr<background::LongWork> long_work_;
    const std::unique_ptr<background::Helpers> helpers_;
    access::authentication::KeyStore keys_;
    const std::unique_ptr<access::authentication::SignatureCheck>
        signatures_;  // null: nobody looks at signatures
    // Null: whoever signs may do everything.
    const std::unique_ptr<access::authorization::Authorizer> authorizer_;
    const std::unique_ptr<overload::MemoryGuard> memory_;  // null: no limit
    laboratory::Laboratories laboratories_;
    const admin::routes::Services services_;
    const admin::AdminRouter admin_;
    std::unique_ptr<dispatch::Dispatcher> dispatcher_;
    std::function<void(const std::string& line)> log_;
    std::unique_ptr<integrations::triggers::TriggerRunner> triggers_;
    std::unique_ptr<integrations::kinesis::Sender> kinesis_;
};

}  // namespace stator::emulator
