// DurableSection: something that survives a restart beside tables, items and streams, and what the
// engine does with all such things alike.
//
// Its owner derives from DurableSection and is added to the engine's list. Loading, copies, resets
// and snapshots of universes then see to it; none of them knows a section by name. The section
// itself hands each change to the journal as an EntryRow, under the lock that guards its state, so
// that the journal has the changes in the order in which they happened.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/persistence/journal.hpp"

namespace stator::engine::persistence {

// Thread-safe. Its locks come after those of catalogs and partitions, before the journal's.
// What depends on a table changes while the table's catalog is held: it is replaced together with
// its universe then. Neither key nor value names the universe or its account, because a copy is
// made by giving a row another universe.
class DurableSection {
public:
    DurableSection() = default;
    DurableSection(const DurableSection&) = delete;
    DurableSection& operator=(const DurableSection&) = delete;
    virtual ~DurableSection() = default;

    // What its rows have as `section`. Once released it stays.
    virtual std::string_view name() const = 0;

    // Brings a row of a data file, which an older Stator may have written, into the form that
    // restore() understands. False when it cannot be read.
    virtual bool adapt(EntryRow&) const { return true; }

    // Takes over an entry that a data file, or the universe that is copied, holds. It is durable
    // already, or becomes so with the universe.
    virtual void restore(const EntryRow& row) = 0;

    // All there is of one universe. May be called under the locks of all its partitions.
    virtual std::vector<EntryRow> contents(std::string_view universe) const = 0;

    // Forgets all there is of one universe, which it returns. Called under the locks of its
    // catalogs.
    virtual std::vector<EntryRow> forget(std::string_view universe) = 0;
};

// Every section there is. They must outlive it.
class DurableSections {
public:
    explicit DurableSections(std::vector<DurableSection*> sections)
        : sections_(std::move(sections)) {}

    // The same of a row of any section; false, too, when there is no such section.
    bool adapt(EntryRow& row) const;

    // Takes over an entry of a section that there is.
    void restore(const EntryRow& row);

    std::vector<EntryRow> contents(std::string_view universe) const;

    // Makes `rows`, whatever universe they are from, all there is of `universe`. What makes that
    // durable.
    std::vector<EntryRow> replace(const std::string& universe, std::vector<EntryRow> rows);

private:
    DurableSection* find(std::string_view name) const;

    const std::vector<DurableSection*> sections_;
};

}  // namespace stator::engine::persistence
