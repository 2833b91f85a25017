// Instance: a whole Stator without sockets, built from a Config: the engine with its data file, the
// universes with their test controls, the admin API, and the dispatcher that receives requests.
//
// The program adds a server, libstator adds five C functions. Its dispatcher and laboratories are
// thread-safe. The journal, triggers, Kinesis delivery and long work have their own threads; the
// owner must call the dispatcher's run_due(), and hold replies back until their ticket is durable.
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

// The objects that an instance uses, provided by its owner.
struct Surroundings {
    // Opens ports of universes, and must outlive the instance; null if there is no server.
    UniversePorts* ports = nullptr;
    // The resources of connections, which must outlive the instance; null if there is no server.
    overload::Load* load = nullptr;
    // Checks access to the admin API, and must outlive the instance; null if access is not
    // restricted.
    const admin::guard::Gate* gate = nullptr;
    // Receives every line for the operator, on any thread; lines are discarded if it is not set.
    std::function<void(LogLevel level, const std::string& line)> log = {};
    // The declaration itself, if it is not in a laboratory file.
    std::optional<laboratory::declaration::DeclarationFile> laboratory = {};
};

class Instance {
public:
    // Reads the files from the configuration, opens the data and applies the settings. `clock` must
    // outlive the instance. The error is a sentence for the user.
    static std::variant<std::unique_ptr<Instance>, std::string> open(
        const config::Config& config, const engine::Clock& clock, Surroundings surroundings
    );

    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    dispatch::Dispatcher& dispatcher() { return *dispatcher_; }

    // Returns the journal that replies to writes must wait for; null if they need not wait.
    engine::persistence::Journal* awaited_journal();

    // Returns warnings for the operator before the first request: rules about universes that do not
    // exist, clocks that do not follow the system time.
    std::vector<std::string> warnings();

    // Writes the requested report, makes everything durable and ends the journal. No request may be
    // running or follow. Returns a sentence for the user if something was not saved.
    std::optional<std::string> close();

private:
    Instance(
        const config::Config& config,
        Surroundings surroundings,
        std::unique_ptr<engine::Engine> engine,
        std::unique_ptr<background::LongWork> long_work,
        std::unique_ptr<background::Helpers> helpers
    );

    // Creates the tables from the folder in the configuration, except those that exist. Returns a
    // sentence if that fails.
    std::optional<std::string> seed();

    // Starts calling functions. Commands that are configured by now may run even if the admin API
    // may not configure commands.
    void begin_triggers();

    // Starts sending records to Kinesis.
    void begin_kinesis(const engine::Clock& clock);

    // Stops all background work.
    void leave_long_work();

    // Applies the configuration and the declaration to the laboratories. Returns a sentence if that
    // fails.
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
        signatures_;  // null: signatures are not checked
    // Null: signers may do everything.
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
