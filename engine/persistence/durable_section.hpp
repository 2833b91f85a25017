// DurableSection: state that survives a restart and is not a table, item or stream. The engine
// handles all such state in the same way.
//
// The owner derives from DurableSection and is added to the engine's list. Loading, copies, resets
// and snapshots of universes then handle it without knowing any section by name. The section itself
// hands each change to the journal as an EntryRow, under the lock that guards its state, so that
// the journal receives changes in the order they happened.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/persistence/journal.hpp"

namespace stator::engine::persistence {

// Makes changes of durable sections durable. Thread-safe.
class Recorder {
public:
    Recorder() = default;
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    virtual ~Recorder() = default;

    // Returns the journal's ticket, or 0 if nothing is recorded because data is kept in memory
    // only. Called under the lock that guards the state in the rows.
    virtual JournalTicket record(std::vector<EntryRow> rows) = 0;
};

// Thread-safe. Lock order: after catalogs and partitions, before the journal. State that depends on
// a table changes only while the table's catalog is locked, because it is replaced together with
// its universe. Neither key nor value names the universe or its account: a row is copied by giving
// it another universe.
class DurableSection {
public:
    DurableSection() = default;
    DurableSection(const DurableSection&) = delete;
    DurableSection& operator=(const DurableSection&) = delete;
    virtual ~DurableSection() = default;

    // The `section` column of its rows. Never changes once released.
    virtual std::string_view name() const = 0;

    // Converts a row from a data file, possibly written by an older Stator, into the form restore()
    // understands. Returns false if it cannot be read.
    virtual bool adapt(EntryRow&) const { return true; }

    // Takes over an entry from a data file, or from a universe being copied. It is durable already,
    // or becomes so together with the universe.
    virtual void restore(const EntryRow& row) = 0;

    // All entries of one universe. May be called while all its partitions are locked.
    virtual std::vector<EntryRow> contents(std::string_view universe) const = 0;

    // Removes and returns all entries of one universe. Called while its catalogs are locked.
    virtual std::vector<EntryRow> forget(std::string_view universe) = 0;

    // Called after forget() and after restore() of the new entries, when the journal has the
    // changes; they are durable with this ticket. If another thread processes the section's
    // entries, the section holds them back until this call: the journal must not receive an entry's
    // removal before the entry itself.
    virtual void finish_replacing(JournalTicket) {}
};

// All sections. They must outlive this object.
class DurableSections {
public:
    explicit DurableSections(std::vector<DurableSection*> sections)
        : sections_(std::move(sections)) {}

    // Adapts a row of any section; also returns false if no section has that name.
    bool adapt(EntryRow& row) const;

    // Restores an entry of a known section.
    void restore(const EntryRow& row);

    std::vector<EntryRow> contents(std::string_view universe) const;

    // Replaces all entries of `universe` with `rows`, which may come from any universe. Returns the
    // changes that make this durable. Once the journal has them, call finish_replacing().
    std::vector<EntryRow> replace(const std::string& universe, std::vector<EntryRow> rows);

    void finish_replacing(JournalTicket ticket);

private:
    DurableSection* find(std::string_view name) const;

    const std::vector<DurableSection*> sections_;
};

}  // namespace stator::engine::persistence
