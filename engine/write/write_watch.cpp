#include "engine/write/write_watch.hpp"

#include <algorithm>

#include "engine/capacity/capacity.hpp"
#include "engine/capacity/request_meter.hpp"
#include "engine/table/throughput_source.hpp"

namespace stator::engine {
namespace {

using protocol::Result;

// Where an index entry is afterwards, or was when it is gone.
const DerivedEntry& place_of(const IndexEffect& effect) {
    return effect.after.record ? effect.after : effect.before;
}

}  // namespace

Result<void> WriteWatch::admit_table() const {
    const auto snapshot = intent_.table->snapshot();
    const ChargedPartition charged(*intent_.table, *snapshot, nullptr, intent_.hash);
    return throughput_.admit(
        Direction::Write, charged.source(), charged.partition(), context_.now_ms
    );
}

Result<void> WriteWatch::admit_indexes(const IndexEffects& effects) const {
    const auto snapshot = intent_.table->snapshot();
    for (const IndexEffect& effect : effects) {
        if (!effect.index->global) continue;
        const ChargedPartition charged(
            *intent_.table, *snapshot, effect.index, place_of(effect).hash
        );
        STATOR_CHECK(throughput_.admit(
            Direction::Write, charged.source(), charged.partition(), context_.now_ms
        ));
    }
    return {};
}

void WriteWatch::tell_table(const TableSnapshot& snapshot, double units) const {
    if (context_.meter != nullptr) {
        context_.meter->use(snapshot.description.name, "").write_units += units;
    }
    if (!throttles()) return;
    const ChargedPartition charged(*intent_.table, snapshot, nullptr, intent_.hash);
    const std::string text = key_text(snapshot.schema.hash.type, intent_.image->pk());
    const Charge charge{charged.partition(), intent_.hash, text, units};
    throughput_.charge(Direction::Write, charged.source(), charge, context_.now_ms);
}

void WriteWatch::tell(const PreparedWrite& write, double table_factor) const {
    const auto snapshot = intent_.table->snapshot();
    const protocol::Consumption consumption = write_consumption(write);
    tell_table(*snapshot, consumption.table * table_factor);
    if (context_.meter != nullptr) {
        for (const protocol::IndexCharge& charge : consumption.indexes) {
            context_.meter->use(snapshot->description.name, charge.name).write_units +=
                charge.units;
        }
    }
    if (!throttles()) return;
    for (const IndexEffect& effect : write.effects) {
        if (!effect.index->global) continue;
        const DerivedEntry& place = place_of(effect);
        const ChargedPartition charged(*intent_.table, *snapshot, effect.index, place.hash);
        const std::string text = index_key_text(*effect.index, *place.record.image());
        const Charge charge{charged.partition(), place.hash, text, effect.write_units()};
        throughput_.charge(Direction::Write, charged.source(), charge, context_.now_ms);
    }
}

void WriteWatch::tell_refusal(const protocol::ItemImagePtr& old_image) const {
    const std::int64_t bytes = old_image ? old_image->item_size() : 0;
    tell_table(*intent_.table->snapshot(), write_units(bytes));
}

}  // namespace stator::engine
