// GlobalTables: those of one universe, and the links between its regions. A durable section:
// members, writes on their way and who has them already survive a restart, and are copied with the
// universe.
//
// Which tables are members changes only while their catalogs are held. Thread-safe.
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

    // Whatever is on its way arrives as the settings say.
    void set_links(LinkSettings settings);

    // Whether there are none, as in nearly all universes. One load.
    bool is_empty() const { return count_.load(std::memory_order_relaxed) == 0; }

    std::vector<std::shared_ptr<GlobalTable>> all() const;

    // The one that has that table of that region and others as members, or null.
    std::shared_ptr<GlobalTable> find(std::string_view region, std::string_view table) const;

    // The other members of that one; nothing when there is none.
    std::vector<std::string> others(std::string_view region, std::string_view table) const;

    // The same, as the table itself keeps it; null for none.
    std::shared_ptr<const Membership> membership(std::string_view region, std::string_view table)
        const;

    // The one that has that table as a member, or a new one, whose first member it is.
    std::shared_ptr<GlobalTable> find_or_make(
        const std::string& id, const std::string& region, const std::string& table, Rows* rows
    );

    // Ends the one that has that table as its only member, and nothing on its way any more. False
    // when there is none.
    bool dissolve(std::string_view region, std::string_view table, Rows* rows);

    // The table is gone; nothing happens to one that is no member.
    void leave(std::string_view region, std::string_view table, Rows* rows);

    std::string_view name() const override { return kSection; }

    bool adapt(persistence::EntryRow& row) const override;
    void restore(const persistence::EntryRow& row) override;
    std::vector<persistence::EntryRow> contents(std::string_view universe) const override;
    std::vector<persistence::EntryRow> forget(std::string_view universe) override;

private:
    // The one that has that table of that region as a member, if only as the last one; or null.
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
