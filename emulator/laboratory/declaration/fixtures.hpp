// Fixtures: the initial tables of a declared laboratory, with their items.
//
//     {"table": {CreateTable's request}, "region": "us-east-1", "timeToLive": {UpdateTimeToLive's
//      specification}, "items": [{"pk": {"S": "x"}}]}
//
// "file" instead of "items" names a file of items: an array, or one item per line, either bare or
// as {"Item": {…}}, which is the format of DynamoDB's exports. Files may be compressed with gzip.
//
// Fixtures are loaded through the handlers of requests, so that they are validated as by DynamoDB.
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
    std::string place;  // "fixtures[2]", for error messages
    std::string region;
    std::string table;         // the table's name
    std::string create_table;  // the request, as JSON
    std::string time_to_live;  // the specification, as JSON; "" for none
    std::vector<protocol::wire::JsonView> items;
    std::string file;  // "" if there is none
};

// The directory of files with items; nullopt if no files may be read.
using Directory = std::optional<std::string>;

// Reads the member "fixtures"; nullopt if it is absent. The JSON must outlive the fixtures. Errors:
// not the form above, the same table twice, a file that must not be read.
Accepted<std::optional<std::vector<Fixture>>> read_fixtures(
    Members& members, const Directory& directory
);

// Creates the tables, replacing those with the same names, and puts the items. When it returns, all
// tables are ACTIVE regardless of the configured delays, and all reads see the items. Returns the
// journal's ticket. Error: DynamoDB rejects a table or an item, which the message names; the tables
// and items before it remain.
Accepted<engine::JournalTicket> load_fixtures(
    engine::universes::Universe& universe, std::span<const Fixture> fixtures
);

}  // namespace stator::emulator::laboratory::declaration
