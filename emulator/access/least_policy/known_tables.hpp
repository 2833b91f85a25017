// KnownTables: the keys and tags of tables that requests in the journal used, including deleted
// tables. Not thread-safe.
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
    bool has_tags = false;  // its tags are also known
};

class KnownTables {
public:
    // The universe must outlive this object.
    explicit KnownTables(engine::universes::Universe& universe) : universe_(universe) {}

    // Processes a request if it created or deleted a table. Call it in the order of the requests.
    void note(const journal::RequestRecord& request, protocol::wire::JsonView body);

    // Finds a table that has the index; "" for no index. Returns the table as a request created it,
    // or the existing table. A table that a request deleted is returned only if no other table with
    // that name has the index. The tags are those of the existing table, or those that a deleted
    // table was created with.
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
