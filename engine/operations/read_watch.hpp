// ReadWatch: accompanies one read of one source: chooses its read points, checks the table's
// throughput, and reports the cost to meters. Costs two loads if nothing is metered.
//
// Must not outlive the request whose parts it refers to.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/faults/rare_answers.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/read/plan.hpp"
#include "engine/read/read.hpp"
#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/consumed_capacity.hpp"

namespace stator::engine::operations {

// The items that are read together. DynamoDB promises that a read sees one item either before or
// after a transaction. If several items are read together, some may be seen before it and others
// after it.
enum class Breadth : unsigned char {
    Item,   // one item
    Batch,  // several items, each at its own read point
    Page,   // rows; those of one partition at the same read point
};

// The partition key of a read. Refers to its source, which must outlive it.
struct AskedKey {
    std::uint64_t hash = 0;    // or that of a Scan's start
    std::string_view pk = {};  // "" for a Scan, and for an index, whose keys are encoded

    AskedKey(std::uint64_t start_hash) : hash(start_hash) {}  // NOLINT: as good as a key

    AskedKey(const storage::KeyView& key) : hash(key.hash), pk(key.pk) {}  // NOLINT

    AskedKey(const read::ReadPlan& plan) : hash(plan.begin_hash()) {  // NOLINT
        if (plan.pk && plan.index == nullptr) pk = *plan.pk;
    }
};

class ReadWatch final : public read::Moments {
public:
    // `index` is null for the table itself.
    ReadWatch(
        const universes::Call& call,
        const table::Table& table,
        const table::TableSnapshot& snapshot,
        const schema::IndexSchema* index = nullptr
    )
        : universe_(call.universe),
          context_(call.context),
          table_(table),
          snapshot_(snapshot),
          index_(index) {}

    ~ReadWatch() override {
        for (const Opened& opened : opened_) universe_.consistency().close_read(opened.point);
    }

    ReadWatch(const ReadWatch&) = delete;
    ReadWatch& operator=(const ReadWatch&) = delete;

    // The read points of the read: returns this object, and versions visible there are kept while
    // it exists. Null: the read sees the present. Call once.
    read::Moments* moments(bool consistent, Breadth breadth) {
        if (!universe_.consistency().lags()) return nullptr;
        if (consistent && breadth == Breadth::Item) return nullptr;
        is_consistent_ = consistent;
        breadth_ = breadth;
        return this;
    }

    storage::ReadPoint in(const storage::Partition& partition, const schema::HashRange& hashes)
        override;

    // Makes sure that a consistent read of a table with strong consistency sees the writes of all
    // regions. Error: InternalServerError if the region cannot know them.
    Result<void> reach(bool consistent) const {
        if (!consistent || universe_.global_tables().is_empty()) return {};
        return reach_members();
    }

    // Errors: the throughput exceptions, if throughput is enforced or a rare answer throttles the
    // read, and the error of a rare answer.
    Result<void> admit(const AskedKey& key) const {
        STATOR_CHECK(faults::refuse(context_));
        return admit_part(key, context_.rare_answers != nullptr);
    }

    // Like admit(), for one of several reads of a request that checks rare answers as a whole.
    // `meets_rare_throttle`: a rare answer may throttle this read.
    Result<void> admit_part(const AskedKey& key, bool meets_rare_throttle) const {
        if (meets_rare_throttle && context_.rare_answers->throttle) {
            return throttle_rarely(key.hash);
        }
        if (!throughput_watches()) return {};
        return admit_watched(key);
    }

    // Reports the cost of reading one item.
    void note_item(
        const storage::KeyView& key, const requests::Consumption& consumption, bool is_found
    ) const {
        if (is_watched()) tell_item(key, consumption, is_found);
    }

    // Reports the cost of a page.
    void note_page(
        const read::ReadPlan& plan, const read::Page& page, const requests::Consumption& consumption
    ) const {
        if (is_watched()) tell_page(plan, page, consumption);
    }

private:
    bool is_watched() const { return context_.meter != nullptr || throughput_watches(); }

    bool throughput_watches() const {
        return universe_.throughput().is_watching() && !context_.is_observer;
    }

    Result<void> reach_members() const;
    ApiError throttle_rarely(std::uint64_t hash) const;
    Result<void> admit_watched(const AskedKey& key) const;
    storage::ReadPoint open(const storage::Partition& partition, const schema::HashRange& hashes)
        const;
    void tell_item(
        const storage::KeyView& key, const requests::Consumption& consumption, bool is_found
    ) const;
    void tell_page(
        const read::ReadPlan& plan, const read::Page& page, const requests::Consumption& consumption
    ) const;
    std::string page_key_text(const read::ReadPlan& plan, const read::Page& page) const;
    void charge(std::uint64_t hash, std::string_view key, const requests::Consumption& consumption)
        const;

    universes::Universe& universe_;
    const faults::WatchedContext& context_;
    const table::Table& table_;
    const table::TableSnapshot& snapshot_;
    const schema::IndexSchema* index_;
    bool is_consistent_ = false;
    Breadth breadth_ = Breadth::Item;

    struct Opened {
        PartitionId partition;
        storage::ReadPoint point;
    };

    std::vector<Opened> opened_;
};

}  // namespace stator::engine::operations
