// The universe's part in filling the indexes of tables with items that existed before.
#include <utility>

#include "engine/universes/universe.hpp"

namespace stator::engine::universes {

void Universe::fill_tables() {
    for (const Region& region : regions()) {
        for (const auto& table : region.catalog->tables()) {
            if (table->is_filling() && table->claim_filling()) fill(region.catalog, table);
        }
    }
}

void Universe::fill(
    const std::shared_ptr<catalog::Catalog>& catalog, const std::shared_ptr<table::Table>& table
) {
    Background::Step step = [self = shared_from_this(), catalog, table] {
        if (self->shared_.background.has_ended()) return false;
        if (table->fill_some()) return true;
        table->leave_filling();
        catalog->finish_filling(*table, self->now());
        self->deadlines_.note(catalog->next_deadline());
        // The expiry times are known only now.
        self->deadlines_.note(self->now());
        if (self->shared_.journal != nullptr && !self->repeats()) self->shared_.journal->flush();
        return false;
    };
    // In a seeded universe, the next request must find the index complete.
    if (shared_.background.has_thread() && !repeats()) {
        shared_.background.add(std::move(step));
    } else {
        while (step()) continue;
    }
}

}  // namespace stator::engine::universes
