// A host for catalogs or streams. It numbers tables from 1 and records all changes that become
// durable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/catalog/catalog_host.hpp"
#include "protocol/model/table_definition.hpp"

namespace stator::testing {

// Not thread-safe.
class FakeCatalogHost final : public engine::catalog::CatalogHost {
public:
    // A stream that was saved with `shards` shards, or removed if `shards` is nullopt.
    struct SavedStream {
        engine::StreamNumber number;
        std::optional<std::size_t> shards;
        std::optional<engine::Instant> trimmed_before;
    };

    explicit FakeCatalogHost(std::uint64_t last_sequence = 7) : sequence(last_sequence) {}

    bool is_durable() const override { return true; }

    engine::JournalTicket append(engine::persistence::ChangeBatch batch) override {
        if (!is_live()) return {};
        batches.push_back(std::move(batch));
        return {batches.size()};
    }

    engine::JournalTicket append_turn(engine::persistence::ChangeBatch batch) override {
        ++turns;
        return append(std::move(batch));
    }

    std::uint64_t turn() const override { return turns; }

    void forget(engine::TableNumber) override {}

    void forget_index(engine::TableNumber, std::string_view) override {}

    std::uint64_t identifier_seed() const override { return 0; }

    void note_change(
        const engine::table::Table&, std::span<const engine::table::PartitionSplit>, engine::Instant
    ) override {}

    engine::replication::GlobalTables& global_tables() override { return global; }

    std::shared_ptr<engine::storage::HistoryLimit> history_limit() const override { return limit; }

    engine::TableNumber next_table_number() override {
        return engine::TableNumber{++last_table_number};
    }

    const engine::Background& background() const override { return no_background; }

    engine::SequenceNumber last_sequence() const override {
        return engine::SequenceNumber{sequence};
    }

    engine::StreamNumber next_stream_number() override {
        return engine::StreamNumber{++last_stream_number};
    }

    void save_stream(
        engine::StreamNumber number,
        const protocol::model::StreamDescription* description,
        std::optional<engine::Instant> trimmed_before
    ) override {
        streams.push_back({number, std::nullopt, trimmed_before});
        if (description != nullptr) streams.back().shards = description->shards.size();
    }

    // The table definitions that became durable: "1 CREATING", "1 gone" and so on.
    std::vector<std::string> records() const {
        std::vector<std::string> lines;
        for (const engine::persistence::ChangeBatch& batch : batches) {
            for (const engine::persistence::DefinitionChange& change : batch.definitions) {
                std::string line = std::to_string(change.table.value) + " gone";
                if (change.definition) {
                    const auto table = protocol::model::decode_table_definition(*change.definition);
                    const std::string_view status = protocol::values::text_of(table->status);
                    line = std::to_string(change.table.value) + " " + std::string(status);
                }
                lines.push_back(std::move(line));
            }
        }
        return lines;
    }

    engine::replication::GlobalTables global{"", 1};
    std::shared_ptr<engine::storage::HistoryLimit> limit =
        std::make_shared<engine::storage::HistoryLimit>();
    const engine::Background no_background{};
    std::uint64_t sequence;
    std::uint64_t turns = 0;
    std::uint32_t last_table_number = 0;
    std::uint32_t last_stream_number = 0;
    std::vector<engine::persistence::ChangeBatch> batches;
    std::vector<SavedStream> streams;
};

}  // namespace stator::testing
