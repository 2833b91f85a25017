#include "tests/simulation/shelves.hpp"

#include <utility>

namespace stator::simulation {
namespace {

constexpr std::size_t kMostShelves = 2;

// As a failure calls it: the default universe has no name.
std::string title_of(const std::string& world) {
    return world.empty() ? "the first world" : world;
}

}  // namespace

void Shelves::add(std::string world, std::unique_ptr<Model> model) {
    shelves_.push_back({std::move(world), std::move(model)});
    if (shelves_.size() <= kMostShelves) return;
    system_.remove_world(shelves_.front().world);
    shelves_.pop_front();
}

void Shelves::restart() {
    for (const Shelf& shelf : shelves_) {
        const std::int64_t now_ms = system_.world(shelf.world).now_ms();
        shelf.model->restart_changes(now_ms);
        shelf.model->run_due(now_ms);
    }
}

std::optional<Difference> Shelves::compare(const Look& look) const {
    for (const Shelf& shelf : shelves_) {
        const auto difference = compare_all(system_.world(shelf.world), *shelf.model, look);
        if (!difference) continue;
        return Difference{
            "world",
            title_of(shelf.world) + ", left behind: " + difference->subject + " " +
                difference->text};
    }
    return std::nullopt;
}

}  // namespace stator::simulation
