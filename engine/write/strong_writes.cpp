// Committer: writes of tables with strong consistency. One commit writes the item in every
// reachable region, so that the next read in any of them sees it.
#include <utility>

#include "engine/schema/item_keys.hpp"
#include "engine/storage/partition_locks.hpp"
#include "engine/write/committer.hpp"
#include "engine/write/rare_conflict.hpp"
#include "engine/write/replication.hpp"
#include "engine/write/write_watch.hpp"
#include "protocol/errors/general.hpp"
#include "protocol/errors/items.hpp"
#include "protocol/errors/replication.hpp"

namespace stator::engine::write {
namespace {

using values::ItemImage;

// Regions and replicas are connected and disconnected less often than this.
constexpr int kMostAttempts = 100;

// Returns the write for a region that did not receive the request: it puts or deletes the result of
// the region that did.
WriteIntent part_of(
    const WriteIntent& intent, const PreparedWrite& own, const std::shared_ptr<table::Table>& twin
) {
    const schema::TableSchema& schema = twin->schema_under_lock();
    const bool is_deletion = own.new_image == nullptr;
    const auto key =
        is_deletion ? schema::key_attributes(schema, nullptr, *intent.image) : own.new_image;
    WriteIntent part = make_intent(
        twin,
        schema,
        is_deletion ? WriteKind::Delete : WriteKind::Put,
        ItemImage::create(key->payload())
    );
    part.cause = WriteCause::Replication;
    return part;
}

}  // namespace

struct Committer::StrongWrite {
    const WriteIntent& intent;
    std::shared_ptr<const replication::Membership> membership;
    replication::Reach reach = {};
    // In the order of `reach`.
    std::vector<std::shared_ptr<table::Table>> twins = {};
    // The origin of the write, for the own region and then for each twin.
    std::vector<ReplicatedWrite> marks = {};

    replication::GlobalTable& group() const { return *membership->group; }

    // True if the memberships and the reach are unchanged. Called under the locks.
    bool holds() const {
        if (intent.table->membership_under_lock() != membership.get()) return false;
        for (const auto& twin : twins) {
            if (twin->is_over_under_lock()) return false;
            const auto* other = twin->membership_under_lock();
            if (other == nullptr || other->group != membership->group) return false;
        }
        return group().reach(membership->slot) == reach;
    }
};

Result<WriteOutcome> Committer::apply_everywhere(
    const WriteIntent& intent, const faults::WatchedContext& context, RequestOutcome& outcome
) {
    static const replication::Change kNoChange;
    const std::string name = intent.table->snapshot()->description.name;
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
        StrongWrite write{intent, intent.table->membership()};
        if (write.membership == nullptr || !write.membership->is_strong) {
            return apply(intent, context, outcome);
        }
        replication::GlobalTable& group = write.group();
        const replication::Slot own = write.membership->slot;
        write.reach = group.reach(own);
        // AWS: the error is not documented; a cut by its fault injection causes an error with
        // status 500.
        if (!write.reach.is_majority) return errors::internal_server_error();
        if (write.reach.is_behind || write.reach.are_others_behind) {
            around_.elsewhere.catch_up(group, context.now);
            continue;
        }
        write.marks.push_back({group, kNoChange, own, &write.reach});
        for (const replication::Reach::Member& other : write.reach.others) {
            auto twin = around_.elsewhere.find_table(other.region, name);
            if (twin == nullptr) break;
            write.twins.push_back(std::move(twin));
            write.marks.push_back({group, kNoChange, other.slot});
        }
        if (write.twins.size() != write.reach.others.size()) continue;
        STATOR_TRY(auto done, try_everywhere(write, context, outcome));
        if (done) return *std::move(done);
    }
    return errors::internal_server_error();
}

Result<std::optional<WriteOutcome>> Committer::try_everywhere(
    const StrongWrite& write, const faults::WatchedContext& context, RequestOutcome& outcome
) {
    WriteIntent intent = write.intent;
    intent.replicated = &write.marks.front();
    storage::PartitionPlaces places = {{&intent.table->partitions(), intent.hash}};
    for (const auto& twin : write.twins) places.push_back({&twin->partitions(), intent.hash});
    const storage::PartitionLocks locks(places);
    if (intent.table->is_over_under_lock()) return errors::resource_not_found();
    outcome.wait_for(intent.table->partitions().find(intent.hash).tickets().of(intent.hash));
    const ReaderLock cuts_stay(write.group().strong_commits());
    if (!write.holds()) return std::optional<WriteOutcome>();
    const bool is_occupied = write.group().is_occupied(
        write.membership->slot, replication::key_of(*intent.image), context.now
    );
    if (is_occupied) return errors::replicated_write_conflict();
    if (intent.meets_rare_refusals) STATOR_CHECK(rare_conflict(context));
    STATOR_TRY(PreparedWrite own, prepare(intent, context, true));
    WriteOutcome result{own.old_image, own.new_image, write_consumption(own)};
    const WriteWatch watch(around_.throughput, context, write.intent);
    watch.note(own);
    if (own.changes) {
        std::vector<WriteIntent> intents = {std::move(intent)};
        std::vector<PreparedWrite> prepared;
        prepared.push_back(std::move(own));
        STATOR_CHECK(prepare_elsewhere(write, intents, prepared));
        const auto ticket = install(intents, prepared, std::nullopt, context.now);
        if (ticket) outcome.wait_for(*ticket);
    }
    note_heat();
    return std::optional(std::move(result));
}

Result<void> Committer::prepare_elsewhere(
    const StrongWrite& write,
    std::vector<WriteIntent>& intents,
    std::vector<PreparedWrite>& prepared
) {
    for (std::size_t i = 0; i < write.twins.size(); ++i) {
        const auto& twin = write.twins[i];
        WriteIntent part = part_of(intents.front(), prepared.front(), twin);
        part.replicated = &write.marks[i + 1];
        storage::Tree& items = twin->partitions().find(part.hash).items();
        auto old_image = items.find_to_replace(part.key()).shared_image();
        STATOR_TRY(
            PreparedWrite there,
            prepare_write(part, twin->schema_under_lock(), std::move(old_image))
        );
        intents.push_back(std::move(part));
        prepared.push_back(std::move(there));
    }
    return {};
}

}  // namespace stator::engine::write
