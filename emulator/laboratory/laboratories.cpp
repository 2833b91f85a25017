#include "emulator/laboratory/laboratories.hpp"

#include <algorithm>
#include <utility>

namespace stator::emulator::laboratory {

Laboratories::Laboratories(engine::Engine& engine, const LaboratoryOptions& options)
    : engine_(engine),
      seed_(options.seed),
      snapshots_(engine, options.snapshots),
      usual_(std::make_shared<Laboratory>(engine, engine.universe(""), options.seed)),
      laboratories_{{"", usual_}} {}

std::shared_ptr<Laboratory> Laboratories::find(const std::string& universe) {
    return of(engine_.universe(universe));
}

std::shared_ptr<Laboratory> Laboratories::find_existing(const std::string& universe) {
    auto found = engine_.universes().find_existing(universe);
    return found == nullptr ? nullptr : of(std::move(found));
}

std::shared_ptr<Laboratory> Laboratories::add(const std::string& universe) {
    auto added = engine_.add_universe(universe);
    return added == nullptr ? nullptr : of(std::move(added));
}

std::vector<std::shared_ptr<Laboratory>> Laboratories::all() {
    std::vector<std::shared_ptr<Laboratory>> all;
    for (auto& universe : engine_.universes().all()) all.push_back(of(std::move(universe)));
    return all;
}

engine::JournalTicket Laboratories::copy(const std::string& from, const std::string& to) {
    const auto ticket = engine_.copy_universe(from, to);
    const auto original = find(from);
    const auto made = find(to);
    made->take_settings(*original);
    const auto mappings = original->universe().triggers().mappings.text();
    return std::max(
        ticket, made->universe().triggers().mappings.record(mappings, made->universe().recorder())
    );
}

engine::JournalTicket Laboratories::reset(
    const std::string& universe, const engine::Engine::Beginning& beginning
) {
    const auto ticket = engine_.reset_universe(universe, beginning);
    find(universe)->start_over(beginning.seed);
    return ticket;
}

engine::JournalTicket Laboratories::begin(
    const std::string& universe, const engine::Engine::Beginning& beginning
) {
    const auto laboratory = find(universe);
    if (beginning.seed) {
        laboratory->universe().reseed(engine::universes::Seeds::of(*beginning.seed));
        laboratory->start_over(beginning.seed);
    }
    engine::JournalTicket ticket;
    if (beginning.seed) ticket = laboratory->universe().record_seed(beginning.seed);
    if (!beginning.at) return ticket;
    laboratory->clock().freeze(beginning.at);
    return std::max(ticket, laboratory->administration().note_clock());
}

engine::JournalTicket Laboratories::remove(const std::string& universe) {
    if (ports_ != nullptr) ports_->close(universe, std::nullopt);
    // Triggers that recorded anything about a deleted universe would recreate it at the next start.
    if (const auto laboratory = find_existing(universe)) laboratory->triggers().replace({});
    const auto ticket = engine_.clear_universe(universe, true);
    const engine::WriterLock lock(mutex_);
    laboratories_.erase(universe);
    return ticket;
}

void Laboratories::note_hint(const std::string& line) {
    constexpr std::size_t kMostHints = 1'000;
    {
        const engine::MutexLock lock(hints_mutex_);
        if (hints_.size() >= kMostHints || !hints_.insert(line).second) return;
    }
    if (log_) log_(line);
}

std::shared_ptr<Laboratory> Laboratories::of(std::shared_ptr<engine::Universe> universe) {
    {
        const engine::ReaderLock lock(mutex_);
        const auto found = laboratories_.find(universe->name());
        if (found != laboratories_.end() && &found->second->universe() == universe.get()) {
            return found->second;
        }
    }
    const engine::WriterLock lock(mutex_);
    auto& laboratory = laboratories_[universe->name()];
    if (laboratory == nullptr || &laboratory->universe() != universe.get()) {
        laboratory = std::make_shared<Laboratory>(engine_, std::move(universe), seed_);
        laboratory->take_settings(*usual_);
        engine::Universe& made = laboratory->universe();
        if (!made.triggers().mappings.text()) {
            made.triggers().mappings.record(
                usual_->universe().triggers().mappings.text(), made.recorder()
            );
        }
    }
    return laboratory;
}

}  // namespace stator::emulator::laboratory
