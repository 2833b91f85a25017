// The engine's part in catalogs: what each of them has of the world around it.
#include <utility>

#include "engine/base/seeded_random.hpp"
#include "engine/engine.hpp"
#include "protocol/model/stream_definition.hpp"

namespace stator::engine {

// One for each catalog: a name of a universe may lead to another catalog later.
class Engine::RegionHost final : public catalog::CatalogHost {
public:
    RegionHost(Engine& engine, Place place) : engine_(engine), place_(std::move(place)) {}

    bool is_durable() const override { return engine_.journal_ != nullptr; }

    JournalTicket append(persistence::ChangeBatch batch) override {
        return is_live() ? engine_.append(std::move(batch)) : JournalTicket{};
    }

    void forget(TableNumber table) override {
        engine_.consistency_.forget(table);
        engine_.throughput_.forget(table);
    }

    void forget_index(TableNumber table, std::string_view index) override {
        engine_.consistency_.forget(table, index);
        engine_.throughput_.forget(table, index);
    }

    TableNumber next_table_number() override { return TableNumber{++engine_.last_table_number_}; }

    SequenceNumber last_sequence() const override { return engine_.last_sequence(); }

    StreamNumber next_stream_number() override {
        return StreamNumber{++engine_.last_stream_number_};
    }

    void save_stream(
        StreamNumber number,
        const protocol::model::StreamDescription* description,
        std::optional<Instant> trimmed_before
    ) override {
        if (!is_live() || !is_durable()) return;
        persistence::ChangeBatch batch;
        batch.sequence = last_sequence();
        batch.streams.push_back({number, place_, std::nullopt, trimmed_before});
        if (description != nullptr) {
            batch.streams.back().definition =
                protocol::model::encode_stream_definition(*description);
        }
        engine_.journal_->append(std::move(batch));
    }

private:
    Engine& engine_;
    const Place place_;
};

std::shared_ptr<catalog::Catalog> Engine::make_catalog(const Place& place, bool is_live) {
    catalog::CatalogSettings settings{
        place,
        account_of(place.universe),
        options_.table_delay_ms,
        mix(identifier_seed_, place.region)};
    auto host = std::make_shared<RegionHost>(*this, place);
    host->set_live(is_live);
    return std::make_shared<catalog::Catalog>(std::move(settings), std::move(host));
}

}  // namespace stator::engine
