// KnownTables: the keys and tags of tables that requests in the journal were about, whether or not
// the tables are still there. Used by one thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "emulator/journal/request_record.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/model/table.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::least_policy {

struct KnownTable {
    std::shared_ptr<const protocol::model::TableDescription> table = nullptr;  // null: unknown
    bool has_tags = false;  // its tags are known, too
};

class KnownTables {
public:
    // The universe must outlive this.
    explicit KnownTables(engine::universes::Universe& universe) : universe_(universe) {}

    // Heeds a request, if it made or deleted a table. Call it in the order of the requests.
    void note(const journal::RequestRecord& request, protocol::wire::JsonView body);

    // As a request made it, or as it is now: the one that has the index, of which "" is none. A
    // table that a request deleted counts only where there is no other of its name. Tags are those
    // that the table has now; those that it was made with if it is gone.
    KnownTable find(const std::string& region, const std::string& table, std::string_view index);

private:
    struct Made {
        KnownTable known;
        bool is_deleted = false;
    };

    void note_made(const journal::RequestRecord& request, protocol::wire::JsonView body);
    void note_deleted(const journal::RequestRecord& request, protocol::wire::JsonView body);

    engine::universes::Universe& universe_;
    std::map<std::pair<std::string, std::string>, Made> made_;  // by region and name
};

}  // namespace stator::emulator::access::least_policy
