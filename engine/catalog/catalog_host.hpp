// CatalogHost: what a catalog, and the streams of its tables, need of the world around them.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "engine/base/identifiers.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/stream/stream_host.hpp"

namespace stator::engine::catalog {

// Thread-safe. A catalog calls it under its own mutex.
class CatalogHost : public stream::StreamHost {
public:
    // False in memory: nobody need say what append() would make durable.
    virtual bool is_durable() const = 0;

    // Makes the batch durable, which gets its sequence number here; its journal ticket. 0, and
    // nothing has happened, in memory or while this is not live.
    virtual JournalTicket append(persistence::ChangeBatch batch) = 0;

    // A table is gone: so is whatever is remembered of it by its number.
    virtual void forget(TableNumber table) = 0;
    // The same of a global index.
    virtual void forget_index(TableNumber table, std::string_view index) = 0;

    // A table number never used before.
    virtual TableNumber next_table_number() = 0;

    // False while nothing is recorded: of a catalog that is staged, or whose universe is gone.
    bool is_live() const { return is_live_.load(); }

    void set_live(bool is_live) { is_live_.store(is_live); }

private:
    std::atomic<bool> is_live_{true};
};

}  // namespace stator::engine::catalog
