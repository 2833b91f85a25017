// KnownTables: the keys of tables that requests in the journal were about, whether or not the
// tables are still there. Used by one thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "emulator/observe/request_record.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/model/table.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::least_policy {

class KnownTables {
public:
    using TablePtr = std::shared_ptr<const protocol::model::TableDescription>;

    // The universe must outlive this.
    explicit KnownTables(engine::universes::Universe& universe) : universe_(universe) {}

    // Heeds a request, if it made a table.
    void note(const observe::RequestRecord& request, protocol::wire::JsonView body);

    // As a request made it, or as it is now: the one that has the index, of which "" is none. Null
    // for a table that nobody knows.
    TablePtr find(const std::string& region, const std::string& table, std::string_view index);

private:
    engine::universes::Universe& universe_;
    std::map<std::pair<std::string, std::string>, TablePtr> made_;  // by region and name
};

}  // namespace stator::emulator::least_policy
