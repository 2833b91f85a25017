#include "emulator/integrations/triggers/runner.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace stator::emulator::integrations::triggers {
namespace {

using engine::Instant;
using engine::kBeforeAll;
using engine::kNever;
using std::chrono::milliseconds;

// The interval for checking again whether the disk has caught up.
constexpr milliseconds kDiskPause{2};
// The maximum interval for checking the clocks.
constexpr milliseconds kLongestSleep{1'000};

// The real time until the universe's clock reaches `due`, at its present speed.
std::optional<milliseconds> real_time_until(const engine::VirtualClock& clock, Instant due) {
    if (due == kNever) return std::nullopt;
    if (due == kBeforeAll) return kDiskPause;
    const engine::ClockSetting setting = clock.setting();
    if (setting.is_frozen()) return std::nullopt;
    const double pace = setting.follows ? 1 : setting.scale;
    const double ms = std::ceil(static_cast<double>(due - clock.now()) / pace);
    return std::clamp(
        milliseconds(static_cast<std::int64_t>(std::min(ms, 1e9))), milliseconds(0), kLongestSleep
    );
}

}  // namespace

TriggerRunner::TriggerRunner(engine::Engine& engine, RunnerOptions options)
    : engine_(engine),
      options_(std::move(options)),
      caller_(options_.authorities),
      thread_([this] { return turn(); }, background::BackgroundThread::Ending::AtOnce) {
    engine_.changes().listen([this] { thread_.wake(); });
}

TriggerRunner::~TriggerRunner() {
    stop();
}

void TriggerRunner::stop() {
    engine_.changes().stop();
    thread_.stop();
    caller_.stop();
}

std::optional<background::BackgroundThread::SteadyTime> TriggerRunner::turn() {
    std::vector<Answer> answers;
    {
        const std::lock_guard lock(answers_mutex_);
        answers.swap(answers_);
    }
    take(std::move(answers));
    const auto sleep = go_on();
    if (!sleep) return std::nullopt;
    return std::chrono::steady_clock::now() + *sleep;
}

bool TriggerRunner::is_durable() const {
    if (options_.journal == nullptr) return true;
    const auto ticket = options_.journal->last_ticket();
    options_.journal->flush();
    return options_.journal->progress().durable >= ticket;
}

RunSurroundings TriggerRunner::surroundings(engine::Universe& universe, const MappingRun& run) {
    const auto& command = run.mapping()->command;
    const bool may_run = options_.allows_commands || command.empty() ||
                         std::ranges::count(options_.commands, command) > 0;
    return {
        universe,
        [this](FunctionCall call, FunctionAnswered answered) {
            caller_.call(std::move(call), std::move(answered));
        },
        [this] { return is_durable(); },
        [this](std::shared_ptr<LaneRun> lane, protocol::formats::triggers::FunctionReply reply) {
            {
                const std::lock_guard lock(answers_mutex_);
                answers_.emplace_back(std::move(lane), std::move(reply));
            }
            thread_.wake();
        },
        options_.directory,
        may_run,
        options_.log};
}

void TriggerRunner::take(std::vector<Answer> answers) {
    for (auto& [lane, reply] : answers) {
        for (auto& [universe, runs] : universes_) {
            for (const auto& [name, run] : runs.mappings) {
                if (!run->has(lane)) continue;
                const auto around = surroundings(*runs.source.universe, *run);
                run->take_answer(*lane, std::move(reply), around);
            }
        }
    }
}

// Unchanged mappings continue their work. If the universe has been replaced, all mappings restart
// at the positions in its contents.
void TriggerRunner::renew(Runs& runs) {
    engine::triggers::PositionLog& log = runs.source.universe->triggers().positions;
    const std::uint64_t generation = log.generation();
    if (generation != runs.generation) runs.mappings.clear();
    runs.generation = generation;
    runs.version = runs.source.board->version();
    std::map<std::string, std::unique_ptr<MappingRun>> renewed;
    for (const MappingPtr& mapping : runs.source.board->mappings()) {
        auto known = runs.mappings.find(mapping->name);
        if (known != runs.mappings.end() && known->second->mapping() == mapping) {
            renewed[mapping->name] = std::move(known->second);
            continue;
        }
        // A mapping without a position starts at the beginning, because its universe has been
        // reset.
        auto beginning = log.beginning(mapping->name);
        if (!beginning) {
            beginning = engine::triggers::StreamPosition{};
            log.begin(mapping->name, *beginning, runs.source.universe->recorder());
        }
        // Earlier deliveries belong to a previous universe, or to a previous mapping with that
        // name.
        runs.source.board->forget_deliveries(mapping->name);
        renewed[mapping->name] = std::make_unique<MappingRun>(mapping, *beginning);
    }
    runs.mappings = std::move(renewed);
}

Instant TriggerRunner::go_on(Runs& runs) {
    const engine::MutexLock replacement(runs.source.universe->triggers().positions.replacement());
    const std::uint64_t seen = runs.source.universe->stream_changes().value();
    const auto generation = runs.source.universe->triggers().positions.generation();
    if (generation != runs.generation || runs.source.board->version() != runs.version) renew(runs);
    Instant next = kNever;
    for (const auto& [name, run] : runs.mappings) {
        next = std::min(next, run->go_on(surroundings(*runs.source.universe, *run)));
        runs.source.board->note_deliveries(name, run->take_deliveries());
        if (auto state = run->take_state()) runs.source.board->publish(name, *std::move(state));
    }
    runs.source.board->note_seen(seen, runs.generation);
    return next;
}

std::optional<milliseconds> TriggerRunner::go_on() {
    std::set<const engine::Universe*> present;
    std::optional<milliseconds> sleep;
    for (TriggerSource& source : options_.sources()) {
        const engine::Universe* const universe = source.universe.get();
        const bool is_known = universes_.contains(universe);
        if (!is_known && source.board->mappings().empty()) continue;
        present.insert(universe);
        Runs& runs = universes_[universe];
        if (!is_known) {
            runs.source = std::move(source);
            runs.generation = runs.source.universe->triggers().positions.generation();
        }
        const auto until = real_time_until(runs.source.universe->clock(), go_on(runs));
        if (until) sleep = std::min(sleep.value_or(*until), *until);
    }
    std::erase_if(universes_, [&](const auto& entry) { return !present.contains(entry.first); });
    return sleep;
}

}  // namespace stator::emulator::integrations::triggers
