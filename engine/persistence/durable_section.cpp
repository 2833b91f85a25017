#include "engine/persistence/durable_section.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stator::engine::persistence {

bool DurableSections::adapt(EntryRow& row) const {
    const DurableSection* section = find(row.section);
    return section != nullptr && section->adapt(row);
}

void DurableSections::restore(const EntryRow& row) {
    if (DurableSection* section = find(row.section)) section->restore(row);
}

std::vector<EntryRow> DurableSections::contents(std::string_view universe) const {
    std::vector<EntryRow> all;
    for (const DurableSection* section : sections_) {
        std::ranges::move(section->contents(universe), std::back_inserter(all));
    }
    return all;
}

std::vector<EntryRow> DurableSections::replace(
    const std::string& universe, std::vector<EntryRow> rows
) {
    std::vector<EntryRow> changes;
    for (DurableSection* section : sections_) {
        for (EntryRow& gone : section->forget(universe)) {
            gone.value.reset();
            gone.expires_at.reset();
            changes.push_back(std::move(gone));
        }
    }
    for (EntryRow& row : rows) {
        row.place.universe = universe;
        restore(row);
        changes.push_back(std::move(row));
    }
    return changes;
}

void DurableSections::finish_replacing(JournalTicket ticket) {
    for (DurableSection* section : sections_) section->finish_replacing(ticket);
}

DurableSection* DurableSections::find(std::string_view name) const {
    const auto found = std::ranges::find(sections_, name, &DurableSection::name);
    return found == sections_.end() ? nullptr : *found;
}

}  // namespace stator::engine::persistence
