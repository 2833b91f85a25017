// ReadWatch: accompanies one read of one source: chooses the moment it sees, checks the table's
// throughput, and reports the cost to meters. Costs two loads while nothing is metered.
//
// Must not outlive the request whose parts it refers to.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/request_context.hpp"
#include "engine/read/plan.hpp"
#include "engine/read/read.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/consumed_capacity.hpp"

namespace stator::engine::operations {

class ReadWatch {
public:
    // `index` is null for the table itself.
    ReadWatch(
        universes::Universe& universe,
        const RequestContext& context,
        const table::Table& table,
        const table::TableSnapshot& snapshot,
        const schema::IndexSchema* index = nullptr
    )
        : universe_(universe),
          context_(context),
          table_(table),
          snapshot_(snapshot),
          index_(index) {}

    ~ReadWatch() {
        if (opened_) universe_.consistency().close_read(*opened_);
    }

    ReadWatch(const ReadWatch&) = delete;
    ReadWatch& operator=(const ReadWatch&) = delete;

    // The moment the read sees; versions visible there are kept while this object lives. Call once.
    storage::ReadPoint point(bool consistent) {
        if (consistent || !universe_.consistency().lags()) return {};
        return lagging_point();
    }

    // Errors: the throughput exceptions, while throughput is enforced. `hash` is that of the
    // partition key being read, or of where a Scan starts.
    protocol::Result<void> admit(std::uint64_t hash) const {
        if (!throughput_watches()) return {};
        return admit_watched(hash);
    }

    // Reports the cost of reading one item.
    void note_item(
        const storage::KeyView& key,
        const protocol::operations::Consumption& consumption,
        bool is_found
    ) const {
        if (is_watched()) tell_item(key, consumption, is_found);
    }

    // Reports the cost of a page.
    void note_page(
        const read::ReadPlan& plan,
        const read::Page& page,
        const protocol::operations::Consumption& consumption
    ) const {
        if (is_watched()) tell_page(plan, page, consumption);
    }

private:
    bool is_watched() const { return context_.meter != nullptr || throughput_watches(); }

    bool throughput_watches() const { return universe_.throughput().is_watching(); }

    protocol::Result<void> admit_watched(std::uint64_t hash) const;
    storage::ReadPoint lagging_point();
    void tell_item(
        const storage::KeyView& key,
        const protocol::operations::Consumption& consumption,
        bool is_found
    ) const;
    void tell_page(
        const read::ReadPlan& plan,
        const read::Page& page,
        const protocol::operations::Consumption& consumption
    ) const;
    std::string page_key_text(const read::ReadPlan& plan, const read::Page& page) const;
    void charge(
        std::uint64_t hash,
        std::string_view key,
        const protocol::operations::Consumption& consumption
    ) const;

    universes::Universe& universe_;
    const RequestContext& context_;
    const table::Table& table_;
    const table::TableSnapshot& snapshot_;
    const schema::IndexSchema* index_;
    std::optional<storage::ReadPoint> opened_;
};

}  // namespace stator::engine::operations
