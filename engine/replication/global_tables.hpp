// GlobalTables: the global tables of one universe, and the links between its regions. A durable
// section: members, pending writes and their receivers survive a restart, and are copied with the
// universe.
//
// Membership changes only while the catalogs involved are locked. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/persistence/durable_section.hpp"
#include "engine/replication/global_table.hpp"
#include "engine/replication/links.hpp"

namespace stator::engine::replication {

class GlobalTables final : public persistence::DurableSection {
public:
    GlobalTables(std::string universe, std::uint64_t seed)
        : universe_(std::move(universe)), links_(seed) {}

    const Links& links() const { return links_; }

    void reseed(std::uint64_t seed) { links_.reseed(seed); }

    // Pending writes are rescheduled by the new settings.
    void set_links(LinkSettings settings);

    // True if no global table exists, as in nearly all universes. One atomic load.
    bool is_empty() const { return count_.load(std::memory_order_relaxed) == 0; }

    std::vector<std::shared_ptr<GlobalTable>> all() const;

    // The global table that has that table of that region and others as members, or null.
    std::shared_ptr<GlobalTable> find(std::string_view region, std::string_view table) const;

    // The other members of that global table. Empty if the table is not a member of one.
    std::vector<std::string> others(std::string_view region, std::string_view table) const;

    // The membership to store in the table itself. Null if the table is not a member.
    std::shared_ptr<const Membership> membership(std::string_view region, std::string_view table)
        const;

    // The global table that has that table as a member, or a new one with it as the first member.
    std::shared_ptr<GlobalTable> find_or_make(
        const std::string& id, const std::string& region, const std::string& table, Rows* rows
    );

    // Ends the global table that has that table as its only member and no pending writes. Returns
    // false if it does not exist.
    bool dissolve(std::string_view region, std::string_view table, Rows* rows);

    // Call when the table has been deleted. No effect if it is not a member.
    void leave(std::string_view region, std::string_view table, Rows* rows);

    std::string_view name() const override { return kSection; }

    bool adapt(persistence::EntryRow& row) const override;
    void restore(const persistence::EntryRow& row) override;
    std::vector<persistence::EntryRow> contents(std::string_view universe) const override;
    std::vector<persistence::EntryRow> forget(std::string_view universe) override;

private:
    // The global table that has that table of that region as a member, even as the last one, or
    // null.
    std::shared_ptr<GlobalTable> find_any(std::string_view region, std::string_view table) const;
    void erase(const std::shared_ptr<GlobalTable>& group);
    std::shared_ptr<GlobalTable> named(const std::string& id) STATOR_REQUIRES(mutex_);

    const std::string universe_;
    Links links_;
    mutable Mutex mutex_;
    std::vector<std::shared_ptr<GlobalTable>> tables_ STATOR_GUARDED_BY(mutex_);
    std::atomic<std::size_t> count_{0};
};

}  // namespace stator::engine::replication
