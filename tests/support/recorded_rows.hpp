// RecordedRows: a recorder that keeps all recorded rows.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "engine/persistence/durable_section.hpp"

namespace stator::testing {

// Not thread-safe.
class RecordedRows final : public engine::persistence::Recorder {
public:
    engine::JournalTicket record(std::vector<engine::persistence::EntryRow> rows) override {
        std::ranges::move(rows, std::back_inserter(all));
        return {1};
    }

    // The values of the rows, "none" for a removed row.
    std::vector<std::string> values() const {
        std::vector<std::string> texts;
        for (const auto& row : all) texts.push_back(row.value.value_or("none"));
        return texts;
    }

    std::vector<engine::persistence::EntryRow> all;
};

}  // namespace stator::testing
