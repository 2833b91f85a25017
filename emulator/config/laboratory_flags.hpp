// The command-line options for the test controls, and the settings that they determine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "emulator/base/isolation.hpp"
#include "emulator/journal/request_journal.hpp"
#include "emulator/laboratory/controls/control.hpp"
#include "emulator/laboratory/hostile_level.hpp"
#include "engine/base/instant.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/consistency/lag_policy.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace stator::emulator::config {

// The settings of the test controls from the command line. A value.
struct LaboratoryConfig {
    bool serves_admin = true;
    std::optional<std::uint16_t> admin_port;  // nullopt: on the port of all other requests
    Isolation isolation = Isolation::Shared;
    std::optional<std::uint64_t> seed;
    std::optional<engine::Instant> frozen_at;
    engine::consistency::LagSettings lag;
    engine::capacity::ThrottleMode throttle = engine::capacity::ThrottleMode::Off;
    bool collects_heat = false;
    std::int64_t partitions = 0;  // of a new table; 0 for as many as its throughput requires
    std::string snapshots = "stator-snapshots";
    std::string faults_file;      // "" for none
    std::string laboratory_file;  // "" for none
    laboratory::HostileLevel hostile_level = laboratory::HostileLevel::Off;
    journal::JournalSettings journal;
    std::string report_file;  // "" for none

    // Settings that the user set on the command line: they take precedence over a laboratory file.
    struct Given {
        bool lag = false;
        bool throttle = false;
        bool journal = false;
        bool hostile = false;
    };

    Given given = {};
};

// Returns a change that applies the settings from the command line, except --faults, so that they
// take precedence over a laboratory file.
laboratory::controls::Change given_settings(const LaboratoryConfig& config);

// Adds the options to `app`. Call finish() once they have been parsed.
class LaboratoryFlags {
public:
    // The values of the options, before finish() combines them.
    struct Choices;

    explicit LaboratoryFlags(CLI::App& app);
    ~LaboratoryFlags();
    LaboratoryFlags(const LaboratoryFlags&) = delete;
    LaboratoryFlags& operator=(const LaboratoryFlags&) = delete;

    // Returns the settings, or a sentence about options that cannot be combined.
    std::variant<LaboratoryConfig, std::string> finish() const;

private:
    const std::unique_ptr<Choices> choices_;
};

}  // namespace stator::emulator::config
