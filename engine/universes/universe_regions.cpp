// The universe's implementation of CatalogHost, the environment of each catalog.
#include <utility>

#include "engine/base/seeded_random.hpp"
#include "engine/table/throughput_source.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/model/stream_definition.hpp"

namespace stator::engine::universes {

// One per catalog, because a universe's name may lead to another catalog later.
class Universe::RegionHost final : public catalog::CatalogHost {
public:
    RegionHost(Universe& universe, Place place) : universe_(universe), place_(std::move(place)) {}

    bool is_durable() const override { return universe_.shared_.journal != nullptr; }

    JournalTicket append(persistence::ChangeBatch batch) override {
        return is_live() ? universe_.recorder_.append(std::move(batch)) : JournalTicket{};
    }

    JournalTicket append_turn(persistence::ChangeBatch batch) override {
        return universe_.recorder_.begin_turn(std::move(batch));
    }

    std::uint64_t turn() const override { return universe_.recorder_.turn(); }

    void forget(TableNumber table) override {
        universe_.consistency_.forget(table);
        universe_.throughput_.forget(table);
    }

    void forget_index(TableNumber table, std::string_view index) override {
        universe_.consistency_.forget(table, index);
        universe_.throughput_.forget(table, index);
    }

    // Equal for equal regions of all universes with the same seed.
    std::uint64_t identifier_seed() const override {
        return mix(universe_.seeds().identifiers, place_.region);
    }

    void note_change(
        const table::Table& table, std::span<const table::PartitionSplit> splits, Instant now
    ) override {
        table::note_splits(universe_.throughput_, table.number(), splits);
        const auto snapshot = table.snapshot();
        const model::TableDescription& description = snapshot->description;
        const auto set_limits = [&](std::string_view index) {
            universe_.throughput_.set_limits(
                table.number(), index, table::throughput_limits(description, index), now
            );
        };
        set_limits("");
        for (const auto& index : description.global_indexes) set_limits(index.name);
    }

    replication::GlobalTables& global_tables() override { return universe_.global_tables_; }

    std::shared_ptr<storage::HistoryLimit> history_limit() const override {
        return universe_.shared_.history_limit;
    }

    TableNumber next_table_number() override { return universe_.shared_.next_table_number(); }

    const Background& background() const override { return universe_.shared_.background; }

    SequenceNumber last_sequence() const override {
        return universe_.consistency().last_sequence();
    }

    StreamNumber next_stream_number() override { return universe_.shared_.next_stream_number(); }

    void save_stream(
        StreamNumber number,
        const model::StreamDescription* description,
        std::optional<Instant> trimmed_before
    ) override {
        if (!is_live() || !is_durable()) return;
        persistence::ChangeBatch batch;
        batch.sequence = last_sequence();
        batch.streams.push_back({number, place_, std::nullopt, trimmed_before});
        if (description != nullptr) {
            batch.streams.back().definition = model::encode_stream_definition(*description);
        }
        universe_.shared_.journal->append(std::move(batch));
    }

private:
    Universe& universe_;
    const Place place_;
};

std::shared_ptr<catalog::Catalog> Universe::make_catalog(const std::string& region, bool is_live) {
    const Place place{settings_.name, region};
    catalog::CatalogSettings settings{
        place, settings_.account, settings_.delays, settings_.partitions};
    auto host = std::make_shared<RegionHost>(*this, place);
    host->set_live(is_live);
    return std::make_shared<catalog::Catalog>(std::move(settings), std::move(host));
}

catalog::Catalog& Universe::region(std::string_view name) {
    {
        const ReaderLock lock(mutex_);
        const auto found = regions_.find(name);
        if (found != regions_.end()) return *found->second;
    }
    const WriterLock lock(mutex_);
    auto& catalog = regions_[std::string(name)];
    // A region that is missing from the list of regions to delete must not record anything.
    if (catalog == nullptr) catalog = make_catalog(std::string(name), !is_closed_);
    return *catalog;
}

std::vector<Region> Universe::close() {
    if (shared_.journal != nullptr) clock_record_.retire(settings_.name, recorder_);
    triggers_.mappings.record(std::nullopt, recorder_);
    recorder_.close();
    {
        const WriterLock lock(mutex_);
        is_closed_ = true;
    }
    return regions();
}

std::vector<Region> Universe::regions() const {
    std::vector<Region> regions;
    const ReaderLock lock(mutex_);
    for (const auto& [name, catalog] : regions_) {
        regions.push_back({{settings_.name, name}, catalog});
    }
    return regions;
}

std::shared_ptr<catalog::Catalog> Universe::stage_region(const std::string& region) {
    return make_catalog(region, false);
}

}  // namespace stator::engine::universes
