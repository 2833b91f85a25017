#include "engine/write/write_watch.hpp"

#include <algorithm>
#include <vector>

#include "engine/capacity/capacity.hpp"
#include "engine/capacity/request_meter.hpp"
#include "engine/table/throughput_source.hpp"

namespace stator::engine::write {
namespace {

// Returns the position of an index entry after the write, or its former position if it is deleted.
const table::DerivedEntry& place_of(const table::IndexEffect& effect) {
    return effect.after.record ? effect.after : effect.before;
}

}  // namespace

ApiError WriteWatch::rare_refusal(const table::IndexEffect* effect) const {
    const auto snapshot = intent_.table->snapshot();
    const table::ChargedPartition charged(
        *intent_.table,
        *snapshot,
        effect == nullptr ? nullptr : effect->index,
        effect == nullptr ? intent_.hash : place_of(*effect).hash
    );
    context_.rare_answers->given = faults::RareRefusal::Throttle;
    const faults::Throttle& throttle = *context_.rare_answers->throttle;
    return faults::throttled_by(throttle, capacity::Direction::Write, charged.source());
}

Result<void> WriteWatch::throttle_table_rarely() const {
    const faults::RareAnswers& rare = *context_.rare_answers;
    if (rare.throttle->prefers_index(rare.throttle_seed)) return {};
    return rare_refusal(nullptr);
}

// The indexes that the write changes are known only at this point.
Result<void> WriteWatch::throttle_rarely(const table::IndexEffects& effects) const {
    std::vector<const table::IndexEffect*> global;
    for (const table::IndexEffect& effect : effects) {
        if (effect.index->global) global.push_back(&effect);
    }
    if (global.empty()) return rare_refusal(nullptr);
    return rare_refusal(global[context_.rare_answers->throttle_seed / 2 % global.size()]);
}

Result<void> WriteWatch::admit_table() const {
    const auto snapshot = intent_.table->snapshot();
    const table::ChargedPartition charged(*intent_.table, *snapshot, nullptr, intent_.hash);
    auto admitted = throughput_.admit(
        capacity::Direction::Write,
        charged.source(),
        charged.partition(),
        context_.now,
        context_.refusals
    );
    if (admitted.has_error()) {
        throughput_.note_refused_key(
            charged.source(),
            {charged.partition(), intent_.hash},
            context_.now,
            [&] { return table::key_text(snapshot->schema.hash.type, intent_.image->pk()); }
        );
    }
    return admitted;
}

Result<void> WriteWatch::admit_indexes(const table::IndexEffects& effects) const {
    const auto snapshot = intent_.table->snapshot();
    for (const table::IndexEffect& effect : effects) {
        if (!effect.index->global) continue;
        const table::ChargedPartition charged(
            *intent_.table, *snapshot, effect.index, place_of(effect).hash
        );
        const auto admitted = throughput_.admit(
            capacity::Direction::Write,
            charged.source(),
            charged.partition(),
            context_.now,
            context_.refusals
        );
        if (!admitted.has_error()) continue;
        const table::DerivedEntry& place = place_of(effect);
        throughput_.note_refused_key(
            charged.source(),
            {charged.partition(), place.hash},
            context_.now,
            [&] { return table::index_key_text(*effect.index, *place.record.image()); }
        );
        return admitted.error();
    }
    return {};
}

void WriteWatch::tell_table(const table::TableSnapshot& snapshot, double units) const {
    if (context_.meter != nullptr) {
        context_.meter->use(snapshot.description.name, "").write_units += units;
    }
    if (!throttles()) return;
    const table::ChargedPartition charged(*intent_.table, snapshot, nullptr, intent_.hash);
    const std::string text = table::key_text(snapshot.schema.hash.type, intent_.image->pk());
    const capacity::Charge charge{charged.partition(), intent_.hash, text, units};
    throughput_.charge(
        capacity::Direction::Write, charged.source(), charge, context_.now, context_.refusals
    );
}

void WriteWatch::tell(const PreparedWrite& write, double table_factor) const {
    const auto snapshot = intent_.table->snapshot();
    const requests::Consumption consumption = write_consumption(write);
    tell_table(*snapshot, consumption.table * table_factor);
    if (context_.meter != nullptr) {
        for (const requests::IndexCharge& charge : consumption.indexes) {
            context_.meter->use(snapshot->description.name, charge.name).write_units +=
                charge.units;
        }
    }
    if (!throttles()) return;
    for (const table::IndexEffect& effect : write.effects) {
        if (!effect.index->global) continue;
        const table::DerivedEntry& place = place_of(effect);
        const table::ChargedPartition charged(*intent_.table, *snapshot, effect.index, place.hash);
        const std::string text = table::index_key_text(*effect.index, *place.record.image());
        const capacity::Charge charge{charged.partition(), place.hash, text, effect.write_units()};
        throughput_.charge(
            capacity::Direction::Write, charged.source(), charge, context_.now, context_.refusals
        );
    }
}

void WriteWatch::tell_refusal(const values::ItemImagePtr& old_image) const {
    const std::int64_t bytes = old_image ? old_image->item_size() : 0;
    tell_table(*intent_.table->snapshot(), capacity::write_units(bytes));
}

}  // namespace stator::engine::write
