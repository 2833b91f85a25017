#include "engine/operations/read_watch.hpp"

#include "engine/capacity/request_meter.hpp"
#include "engine/storage/partition.hpp"
#include "engine/table/throughput_source.hpp"
#include "protocol/errors/general.hpp"

namespace stator::engine::operations {

storage::ReadPoint ReadWatch::in(
    const storage::Partition& partition, const schema::HashRange& hashes
) {
    if (breadth_ == Breadth::Page) {
        for (const Opened& opened : opened_) {
            if (opened.partition == partition.id()) return opened.point;
        }
    }
    opened_.push_back({partition.id(), open(partition, hashes)});
    return opened_.back().point;
}

storage::ReadPoint ReadWatch::open(
    const storage::Partition& partition, const schema::HashRange& hashes
) const {
    const bool global = index_ != nullptr && index_->global;
    const consistency::ReadSource source{
        table_.number(),
        context_.place.universe,
        snapshot_.description.name,
        global ? std::string_view(index_->name) : std::string_view(),
        {partition.id(), partition.range()},
        universe_.region_name(context_)};
    consistency::Consistency& consistency = universe_.consistency();
    if (is_consistent_ && context_.is_observer) return {};
    if (is_consistent_) return consistency.open_strong_read(source, context_.begun, hashes);
    consistency::ReadMoment moment{context_.now, context_.connection};
    moment.is_observer = context_.is_observer;
    if (breadth_ != Breadth::Item) moment.several = hashes;
    return consistency.open_read(source, moment);
}

Result<void> ReadWatch::reach_members() const {
    const auto membership = table_.membership();
    if (membership == nullptr || !membership->is_strong) return {};
    replication::GlobalTable& group = *membership->group;
    const auto is_ready = [&] {
        const replication::Reach reach = group.reach(membership->slot);
        return reach.is_majority && !reach.is_behind;
    };
    if (is_ready()) return {};
    universe_.deliver_to_members(group, context_.now);
    if (!is_ready()) return errors::internal_server_error();
    return {};
}

ApiError ReadWatch::throttle_rarely(std::uint64_t hash) const {
    const table::ChargedPartition charged(table_, snapshot_, index_, hash);
    context_.rare_answers->given = faults::RareRefusal::Throttle;
    const faults::Throttle& throttle = *context_.rare_answers->throttle;
    return faults::throttled_by(throttle, capacity::Direction::Read, charged.source());
}

Result<void> ReadWatch::admit_watched(const AskedKey& key) const {
    const table::ChargedPartition charged(table_, snapshot_, index_, key.hash);
    auto admitted = universe_.throughput().admit(
        capacity::Direction::Read,
        charged.source(),
        charged.partition(),
        context_.now,
        context_.refusals
    );
    if (admitted.has_error() && !key.pk.empty()) {
        universe_.throughput().note_refused_key(
            charged.source(),
            {charged.partition(), key.hash},
            context_.now,
            [&] { return table::key_text(snapshot_.schema.hash.type, key.pk); }
        );
    }
    return admitted;
}

void ReadWatch::charge(
    std::uint64_t hash, std::string_view key, const requests::Consumption& consumption
) const {
    const auto take = [&](const schema::IndexSchema* index, double units) {
        const table::ChargedPartition charged(table_, snapshot_, index, hash);
        const capacity::Charge charge{charged.partition(), hash, key, units};
        universe_.throughput().charge(
            capacity::Direction::Read, charged.source(), charge, context_.now, context_.refusals
        );
    };
    if (consumption.table > 0) take(nullptr, consumption.table);
    for (const requests::IndexCharge& charge : consumption.indexes) {
        take(charge.global ? index_ : nullptr, charge.units);
    }
    universe_.deadlines().note(universe_.throughput().next_due());
}

void ReadWatch::tell_item(
    const storage::KeyView& key, const requests::Consumption& consumption, bool is_found
) const {
    const auto type = snapshot_.schema.hash.type;
    if (throughput_watches()) charge(key.hash, table::key_text(type, key.pk), consumption);
    if (context_.meter == nullptr) return;
    capacity::SourceUse& use = context_.meter->use(snapshot_.description.name, "");
    use.read_units += consumption.table;
    use.returned += is_found ? 1 : 0;
}

// The partition key of a Query. "" for a Scan, and for an index if no row was found.
std::string ReadWatch::page_key_text(const read::ReadPlan& plan, const read::Page& page) const {
    if (!plan.pk) return "";
    if (index_ == nullptr) return table::key_text(snapshot_.schema.hash.type, *plan.pk);
    return page.items.empty() ? "" : table::index_key_text(*index_, *page.items.front());
}

void ReadWatch::tell_page(
    const read::ReadPlan& plan, const read::Page& page, const requests::Consumption& consumption
) const {
    if (throughput_watches()) {
        const std::uint64_t hash = page.scanned_count == 0 ? plan.begin_hash() : page.last_hash;
        charge(hash, page_key_text(plan, page), consumption);
    }
    if (context_.meter == nullptr) return;
    const std::string& table = snapshot_.description.name;
    if (consumption.table > 0) context_.meter->use(table, "").read_units += consumption.table;
    capacity::SourceUse& use = context_.meter->use(table, index_ == nullptr ? "" : index_->name);
    for (const requests::IndexCharge& charge : consumption.indexes) use.read_units += charge.units;
    use.scanned += page.scanned_count;
    use.returned += static_cast<std::int64_t>(page.items.size());
    use.has_filter = use.has_filter || plan.filter != nullptr;
    use.has_more = use.has_more || page.last_evaluated != nullptr;
}

}  // namespace stator::engine::operations
