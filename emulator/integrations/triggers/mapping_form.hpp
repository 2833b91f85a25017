// Event source mappings as people write them: in the admin API, in a laboratory, in the file of
// --triggers. Pure, except for load_trigger_file().
//
//     {"mappings": [{"Name": "orders", "Table": "Orders", "Region": "us-east-1",
//                    "Url": "http://127.0.0.1:9000/2015-03-31/functions/function/invocations",
//                    "Command": ["node", "function.js"], "TimeoutInSeconds": 60,
//                    "StartingPosition": "LATEST", "BatchSize": 100,
//                    "FilterCriteria": {"Filters": [{"Pattern": "{\"eventName\":[\"INSERT\"]}"}]},
//                    …}]}
//
// Lambda's own members have Lambda's names, ranges and defaults. Table, and either Url or Command,
// are required. What write_mappings() writes can be read again; "Status" is ignored.
#pragma once

#include <optional>
#include <string>

#include "emulator/base/accepted.hpp"
#include "emulator/base/members.hpp"
#include "emulator/integrations/triggers/board.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::integrations::triggers {

// The member "mappings"; nothing when it is absent.
Accepted<std::optional<Mappings>> read_mappings(Members& members);

// Appends the member "mappings"; each with its "Status" if `board` is given.
struct ShownAt {
    const TriggerBoard* board = nullptr;
    engine::Instant now = {};
};

void write_mappings(
    protocol::wire::JsonWriter& json, const Mappings& mappings, const ShownAt& shown = {}
);

// The settings alone: two mappings of one text are the same.
std::string mapping_text(const protocol::formats::triggers::EventSourceMapping& mapping);

// All of them, as read_mapping_list() reads them again.
std::string mapping_list_text(const Mappings& mappings);
Accepted<Mappings> read_mapping_list(std::string text);

// The mappings of a file. Errors: what is wrong with them, or with the file; every sentence names
// the path.
Accepted<Mappings> load_trigger_file(const std::string& path);

}  // namespace stator::emulator::integrations::triggers
