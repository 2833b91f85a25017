// Fixtures: tables with items that a declared laboratory begins with.
//
//     {"table": {CreateTable's request}, "region": "us-east-1", "timeToLive": {UpdateTimeToLive's
//      specification}, "items": [{"pk": {"S": "x"}}]}
//
// In the place of "items", "file" names a file of them: an array, or one item a line, bare or as
// {"Item": {…}}, which is how DynamoDB exports them; gzip is unpacked.
//
// They go through the handlers of requests, so that everything is judged as DynamoDB does.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "emulator/base/members.hpp"
#include "engine/base/identifiers.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::declaration {

struct Fixture {
    std::string place;  // "fixtures[2]", for error sentences
    std::string region;
    std::string table;         // its name
    std::string create_table;  // the request, as JSON
    std::string time_to_live;  // the specification, as JSON; "" for none
    std::vector<protocol::wire::JsonView> items;
    std::string file;  // "" for none
};

// Where files of items are looked up; nothing where none may be read.
using Directory = std::optional<std::string>;

// The member "fixtures"; nothing when it is absent. What it refers to must outlive the fixtures.
// Errors: not as above, one table twice, a file that may not be read.
Accepted<std::optional<std::vector<Fixture>>> read_fixtures(
    Members& members, const Directory& directory
);

// Makes the tables, in the place of those of their names, and puts the items. All tables are ACTIVE
// when it returns, however long that takes otherwise; what is put is seen by all reads. Returns the
// journal's ticket. Error: DynamoDB refuses a table or an item, which the sentence names; what came
// before it is there then.
Accepted<engine::JournalTicket> load_fixtures(
    engine::universes::Universe& universe, std::span<const Fixture> fixtures
);

}  // namespace stator::emulator::laboratory::declaration
