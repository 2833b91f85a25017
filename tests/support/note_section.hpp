// The smallest possible durable section: notes, each a string with a key.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/persistence/durable_section.hpp"

namespace stator::testing {

// Not thread-safe. Strings that begin with "old " count as written by an older Stator; "bad" counts
// as damage.
class NoteSection final : public engine::persistence::DurableSection {
public:
    using EntryRow = engine::persistence::EntryRow;
    using JournalTicket = engine::JournalTicket;

    explicit NoteSection(std::string name) : name_(std::move(name)) {}

    std::string_view name() const override { return name_; }

    bool adapt(EntryRow& row) const override {
        if (row.value->starts_with("old ")) row.value->erase(0, 4);
        return row.value != "bad";
    }

    void restore(const EntryRow& row) override {
        notes[{row.place.universe, row.key}] = *row.value;
    }

    std::vector<EntryRow> contents(std::string_view universe) const override {
        std::vector<EntryRow> rows;
        for (const auto& [place, text] : notes) {
            if (place.first == universe)
                rows.push_back({name_, place.first, "", place.second, text});
        }
        return rows;
    }

    std::vector<EntryRow> forget(std::string_view universe) override {
        std::vector<EntryRow> rows = contents(universe);
        for (const EntryRow& row : rows) notes.erase({row.place.universe, row.key});
        return rows;
    }

    void finish_replacing(JournalTicket with) override {
        ++finished;
        ticket = with;
    }

    std::map<std::pair<std::string, std::string>, std::string> notes;  // by universe and key
    int finished = 0;                                                  // replacements
    JournalTicket ticket = {};                                         // of the last of them

private:
    const std::string name_;
};

}  // namespace stator::testing
