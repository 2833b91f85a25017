#include "emulator/instance.hpp"

#include <fstream>
#include <utility>

#include "emulator/admin/routes.hpp"
#include "emulator/integrations/kinesis/endpoint_sink.hpp"
#include "emulator/integrations/kinesis/folder_sink.hpp"
#include "emulator/integrations/s3/endpoint_store.hpp"
#include "emulator/integrations/s3/folder_store.hpp"
#include "emulator/integrations/s3/import_errors.hpp"
#include "emulator/integrations/triggers/mapping_form.hpp"
#include "emulator/journal/cost_report.hpp"
#include "emulator/journal/report_formats.hpp"
#include "emulator/laboratory/controls/clock_notes.hpp"
#include "emulator/laboratory/controls/fault_control.hpp"
#include "emulator/laboratory/controls/trigger_control.hpp"
#include "emulator/laboratory/controls/universe_warnings.hpp"
#include "emulator/laboratory/declaration/establish.hpp"
#include "emulator/laboratory/declaration/seed_folder.hpp"
#include "emulator/laboratory/faults/fault_rules.hpp"
#include "emulator/laboratory/faults/random_throttling.hpp"
#include "emulator/laboratory/report_inputs.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/data_check.hpp"
#include "engine/vectors/kernels.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator {
namespace {

using DeclarationOrNone = std::optional<laboratory::declaration::DeclarationFile>;
using ChangeOrNone = std::optional<laboratory::controls::Change>;

engine::EngineOptions engine_options(
    const config::Config& config, const Surroundings& surroundings
) {
    if (const auto path = engine::vectors::kernel_path_from(config.vector_kernels)) {
        engine::vectors::force_kernels(*path);
    }
    engine::EngineOptions options;
    options.table_delay_ms = config.table_delay_ms;
    options.index_delay_ms = config.index_delay_ms;
    options.time_to_live_delay_ms = static_cast<std::int64_t>(config.ttl_delay_s * 1'000);
    options.history_limit_bytes = config.history_limit_mb << 20U;
    options.shared_regions = config.shared_regions;
    options.universes_are_accounts = config.laboratory.isolation == Isolation::Account;
    options.seed = config.laboratory.seed;
    options.lag = config.laboratory.lag;
    options.throttle = config.laboratory.throttle;
    options.collects_heat = config.laboratory.collects_heat;
    options.partitions = config.laboratory.partitions;
    // The clock setting of the options takes precedence over the one in the data file.
    options.frozen_at = config.laboratory.frozen_at;
    if (!surroundings.log) return options;
    options.report = [log = surroundings.log](
                         engine::persistence::JournalSeverity severity, const std::string& sentence
                     ) {
        const bool refused = severity == engine::persistence::JournalSeverity::Error;
        log(refused ? LogLevel::Error : LogLevel::Warn, sentence);
    };
    options.report_loading = [log = surroundings.log](std::uint64_t items) {
        log(LogLevel::Info, "loading: " + std::to_string(items) + " items so far");
    };
    return options;
}

std::shared_ptr<engine::transfer::ObjectStore> object_store(
    const config::Config& config, const engine::Clock& clock
) {
    const config::S3Config& settings = config.s3;
    if (settings.endpoint.empty())
        return std::make_shared<integrations::s3::FolderStore>(settings.directory);
    return std::make_shared<integrations::s3::EndpointStore>(integrations::s3::EndpointSettings{
        *transport::parse_endpoint(settings.endpoint), settings.region, settings.secrets, [&clock] {
            return clock.now();
        }});
}

std::unique_ptr<integrations::kinesis::Sink> kinesis_sink(
    const config::KinesisConfig& settings, const engine::Clock& clock
) {
    if (settings.endpoint.empty())
        return std::make_unique<integrations::kinesis::FolderSink>(settings.directory);
    return std::make_unique<integrations::kinesis::EndpointSink>(
        integrations::kinesis::EndpointSettings{
            *transport::parse_endpoint(settings.endpoint),
            settings.secrets,
            [&clock] { return clock.now(); }}
    );
}

dispatch::DispatcherOptions dispatcher_options(
    const config::Config& config,
    laboratory::Laboratories& laboratories,
    const admin::AdminRouter& admin,
    const admin::routes::Services& services
) {
    dispatch::DispatcherOptions options;
    options.signatures = services.judges.signatures;
    options.authorizer = services.judges.authorizer;
    options.memory = services.memory;
    options.cors = http::CorsPolicy(config.cors);
    options.isolation = config.laboratory.isolation;
    options.laboratories = &laboratories;
    options.behaves_like = config.behaves_like;
    if (config.laboratory.serves_admin) options.admin = &admin;
    options.heeds_laboratory_headers = config.laboratory.serves_admin;
    options.has_admin_port = config.laboratory.admin_port.has_value();
    options.wears_costume = config.wears_costume;
    return options;
}

std::unique_ptr<access::authentication::SignatureCheck> signature_check(
    const config::AuthConfig& config, access::authentication::KeyStore& keys
) {
    if (config.mode == config::AuthMode::None) return nullptr;
    return std::make_unique<access::authentication::SignatureCheck>(keys, config.explains);
}

std::unique_ptr<access::authorization::Authorizer> authorizer(config::AuthMode mode) {
    switch (mode) {
        case config::AuthMode::None:
        case config::AuthMode::Signature: return nullptr;
        case config::AuthMode::Iam:
            return std::make_unique<access::authorization::Authorizer>(
                access::authorization::Mode::Enforce
            );
        case config::AuthMode::IamAudit:
            return std::make_unique<access::authorization::Authorizer>(
                access::authorization::Mode::Audit
            );
    }
    return nullptr;
}

std::unique_ptr<overload::MemoryGuard> memory_guard(
    std::uint64_t limit_mb, const Surroundings& surroundings
) {
    if (limit_mb == 0) return nullptr;
    std::function<void(const std::string& line)> log;
    if (surroundings.log) {
        log = [log_line = surroundings.log](const std::string& line) {
            log_line(LogLevel::Warn, line);
        };
    }
    return std::make_unique<overload::MemoryGuard>(
        static_cast<std::size_t>(limit_mb << 20U),
        overload::MemoryGuard::system_probe(),
        std::move(log)
    );
}

// Returns the fault rules from the options; nullopt if the options contain none.
Accepted<ChangeOrNone> read_faults(const config::Config& config) {
    auto rules = laboratory::faults::random_throttling(
        config.read_error_probability, config.write_error_probability
    );
    laboratory::faults::FaultSettings settings;
    if (!config.laboratory.faults_file.empty()) {
        auto loaded = laboratory::faults::load_fault_file(config.laboratory.faults_file);
        if (loaded.has_error()) return loaded.error();
        settings = *std::move(loaded);
    } else if (rules.empty()) {
        return ChangeOrNone();
    }
    for (auto& rule : rules) settings.rules.push_back(std::move(rule));
    return ChangeOrNone(laboratory::controls::change_faults(std::move(settings)));
}

// Returns the declaration from its file or from the caller of open(), if there is one.
Accepted<DeclarationOrNone> read_laboratory(const config::Config& config, DeclarationOrNone given) {
    if (given || config.laboratory.laboratory_file.empty()) {
        return DeclarationOrNone(std::move(given));
    }
    auto loaded = laboratory::declaration::load_declaration(config.laboratory.laboratory_file);
    if (loaded.has_error()) return loaded.error();
    return DeclarationOrNone(*std::move(loaded));
}

using OpenedEngine =
    std::variant<std::unique_ptr<engine::Engine>, engine::persistence::DataFileError>;

// With --accept-damage, a damaged data file is first replaced with its readable rows.
OpenedEngine open_engine(
    const config::Config& config,
    const engine::EngineOptions& options,
    const engine::Clock& clock,
    const std::optional<engine::DataPath>& data
) {
    OpenedEngine opened = engine::Engine::open(options, clock, data);
    const auto* refusal = std::get_if<engine::persistence::DataFileError>(&opened);
    if (refusal == nullptr || !refusal->is_damage || !config.accept_damage) return opened;
    auto accepted = engine::accept_damage(data->directory, clock);
    if (auto* error = std::get_if<engine::persistence::DataFileError>(&accepted)) {
        return std::move(*error);
    }
    const auto report = [&](const std::string& sentence) {
        if (!options.report) return;
        options.report(engine::persistence::JournalSeverity::Warning, sentence);
    };
    report("Accepting damage: " + refusal->reason + ".");
    for (const std::string& line : std::get<0>(accepted).problems) report("Lost: " + line + ".");
    return engine::Engine::open(options, clock, data);
}

// Writes the report for --report. Returns a sentence if that fails.
std::optional<std::string> write_report(
    const std::string& file_name, laboratory::Laboratories& laboratories
) {
    if (file_name.empty()) return std::nullopt;
    const auto report = journal::build_report(
        laboratory::journal_of_all(laboratories), laboratory::report_inputs(laboratories)
    );
    std::ofstream file(file_name, std::ios::binary);
    file << journal::report_text(report, *journal::report_format_of_file(file_name));
    if (file.flush()) return std::nullopt;
    return "the report " + file_name + " cannot be written; choose another file with --report.";
}

}  // namespace

std::variant<std::unique_ptr<Instance>, std::string> Instance::open(
    const config::Config& config, const engine::Clock& clock, Surroundings surroundings
) {
    // The files are read before the data is opened, so that an error in them has no effect on the
    // data.
    auto faults = read_faults(config);
    if (faults.has_error()) return faults.error().sentence;
    auto declared = read_laboratory(config, std::exchange(surroundings.laboratory, std::nullopt));
    if (declared.has_error()) return declared.error().sentence;
    integrations::triggers::Mappings mappings;
    if (!config.triggers.file.empty()) {
        auto loaded = integrations::triggers::load_trigger_file(config.triggers.file);
        if (loaded.has_error()) return loaded.error().sentence;
        mappings = *std::move(loaded);
    }

    std::optional<engine::DataPath> data;
    if (config.db_path) data = engine::DataPath{*config.db_path, config.durability};
    auto long_work = std::make_unique<background::LongWork>();
    engine::EngineOptions options = engine_options(config, surroundings);
    options.object_store = object_store(config, clock);
    options.long_work = [work = long_work.get()](std::function<void()> piece) {
        work->add(std::move(piece));
    };
    auto helpers = std::make_unique<background::Helpers>();
    options.background = [threads = helpers.get()](engine::Background::Step step) {
        threads->add_steps(std::move(step));
    };
    options.log_import_error = integrations::s3::ImportErrors(config.s3.directory);
    auto opened = open_engine(config, options, clock, data);
    if (const auto* error = std::get_if<engine::persistence::DataFileError>(&opened)) {
        return error->message;
    }
    std::unique_ptr<Instance> instance(new Instance(
        config,
        std::move(surroundings),
        std::move(std::get<0>(opened)),
        std::move(long_work),
        std::move(helpers)
    ));
    auto problem = instance->establish(*faults, std::move(mappings), *std::move(declared));
    if (problem) return *problem;
    instance->begin_triggers();
    instance->begin_kinesis(clock);
    return instance;
}

Instance::Instance(
    const config::Config& config,
    Surroundings surroundings,
    std::unique_ptr<engine::Engine> engine,
    std::unique_ptr<background::LongWork> long_work,
    std::unique_ptr<background::Helpers> helpers
)
    : config_(config),
      engine_(std::move(engine)),
      long_work_(std::move(long_work)),
      helpers_(std::move(helpers)),
      keys_(config_.auth.credentials_file),
      signatures_(signature_check(config_.auth, keys_)),
      authorizer_(authorizer(config_.auth.mode)),
      memory_(memory_guard(config_.limits.memory_mb, surroundings)),
      laboratories_(*engine_, {config_.laboratory.seed.value_or(0), config_.laboratory.snapshots}),
      services_{{signatures_.get(), authorizer_.get()}, surroundings.load, memory_.get()},
      admin_(laboratories_, admin::all_admin_routes(), surroundings.gate, services_),
      dispatcher_(nullptr) {
    dispatcher_ = std::make_unique<dispatch::Dispatcher>(
        *engine_,
        operations::find_operation,
        dispatcher_options(config_, laboratories_, admin_, services_)
    );
    if (surroundings.ports != nullptr) laboratories_.set_ports(*surroundings.ports);
    if (!surroundings.log) return;
    keys_.set_log([log = surroundings.log](const std::string& line) { log(LogLevel::Warn, line); });
    log_ = [log = std::move(surroundings.log)](const std::string& line) {
        log(LogLevel::Info, line);
    };
    laboratories_.set_log(log_);
}

std::optional<std::string> Instance::establish(
    const ChangeOrNone& faults,
    integrations::triggers::Mappings mappings,
    DeclarationOrNone declared
) {
    const auto keys = keys_.load();
    if (keys.has_error()) return keys.error().sentence;
    const config::LaboratoryConfig& settings = config_.laboratory;
    laboratory::Laboratory& usual = laboratories_.usual();
    if (settings.frozen_at) engine_->default_universe().record_clock();
    // A declaration applies the fault rules itself, below.
    if (faults && !declared) (*faults)(usual, laboratory::controls::Others::Stay);
    usual.set_hostile_level(settings.hostile_level);
    usual.journal().configure(settings.journal);
    std::optional<laboratory::controls::Change> functions;
    if (!mappings.empty()) functions = laboratory::controls::change_triggers(std::move(mappings));
    if (!declared) {
        if (functions) (*functions)(usual, laboratory::controls::Others::Stay);
        return seed();
    }

    // Set before the universes are created, because they inherit the settings of the default one.
    auto& changes = declared->declaration.itself.changes;
    changes.push_back(config::given_settings(settings));
    if (faults) changes.push_back(*faults);
    if (functions) changes.push_back(*functions);
    const auto established =
        laboratory::declaration::establish(laboratories_, usual, declared->declaration);
    if (established.has_value()) return seed();
    const bool has_file = !settings.laboratory_file.empty();
    const auto& mistake = established.error();
    return has_file ? laboratory::declaration::mistake_in_file(settings.laboratory_file, mistake)
                          .sentence
                    : "the laboratory has a mistake: " + mistake.sentence;
}

std::optional<std::string> Instance::seed() {
    if (config_.seed_from.empty()) return std::nullopt;
    auto fixtures = laboratory::declaration::read_seed_folder(config_.seed_from);
    if (fixtures.has_error()) return fixtures.error().sentence;
    // Existing tables of the data file are kept.
    std::erase_if(*fixtures, [&](const laboratory::declaration::Fixture& fixture) {
        return engine_->find_table({"", fixture.region, fixture.table}) != nullptr;
    });
    const auto loaded =
        laboratory::declaration::load_fixtures(engine_->default_universe(), *fixtures);
    if (loaded.has_error()) return "--seed-from: " + loaded.error().sentence;
    return std::nullopt;
}

engine::persistence::Journal* Instance::awaited_journal() {
    const bool waits = config_.durability != engine::persistence::Durability::Relaxed;
    return waits ? engine_->journal() : nullptr;
}

std::vector<std::string> Instance::warnings() {
    std::vector<std::string> sentences = laboratory::controls::universe_warnings(laboratories_);
    // If the user sets the clock, a note about it is unnecessary.
    if (config_.laboratory.frozen_at) return sentences;
    for (std::string& note : laboratory::controls::clock_notes(laboratories_)) {
        sentences.push_back(std::move(note));
    }
    return sentences;
}

Instance::~Instance() {
    leave_long_work();
}

void Instance::begin_triggers() {
    integrations::triggers::RunnerOptions options;
    options.sources = [this] {
        std::vector<integrations::triggers::TriggerSource> sources;
        for (const auto& laboratory : laboratories_.all()) {
            sources.push_back(
                {{laboratory, &laboratory->universe()}, {laboratory, &laboratory->triggers()}}
            );
        }
        return sources;
    };
    options.directory = config_.triggers.directory;
    options.authorities = config_.triggers.authorities;
    options.allows_commands = config_.triggers.allows_commands;
    for (const auto& source : options.sources()) {
        for (const auto& mapping : source.board->mappings()) {
            if (!mapping->command.empty()) options.commands.push_back(mapping->command);
        }
    }
    // Restored after the commands are collected, because commands from the data file were not
    // configured at the start.
    for (const std::string& sentence : laboratory::controls::restore_triggers(laboratories_)) {
        if (log_) log_(sentence);
    }
    options.journal = awaited_journal();
    options.log = log_;
    triggers_ =
        std::make_unique<integrations::triggers::TriggerRunner>(*engine_, std::move(options));
    engine_->changes().note();
}

void Instance::begin_kinesis(const engine::Clock& clock) {
    integrations::kinesis::SenderOptions options;
    options.universes = [this] {
        std::vector<std::shared_ptr<engine::Universe>> universes;
        for (const auto& laboratory : laboratories_.all()) {
            universes.emplace_back(laboratory, &laboratory->universe());
        }
        return universes;
    };
    options.sink = kinesis_sink(config_.kinesis, clock);
    options.journal = awaited_journal();
    options.log = log_;
    kinesis_ = std::make_unique<integrations::kinesis::Sender>(*engine_, std::move(options));
}

void Instance::leave_long_work() {
    if (triggers_ != nullptr) triggers_->stop();
    if (kinesis_ != nullptr) kinesis_->stop();
    engine_->leave_long_work();
    long_work_->stop();
    helpers_->stop();
}

std::optional<std::string> Instance::close() {
    leave_long_work();
    auto unwritten = write_report(config_.laboratory.report_file, laboratories_);
    if (!engine_->close()) return "some writes could not be saved; see the log above.";
    return unwritten;
}

}  // namespace stator::emulator
