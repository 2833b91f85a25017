// Event source mappings as JSON: in the admin API, in a laboratory's declaration, in the file of
// --triggers. Pure, except for load_trigger_file().
//
//     {"mappings": [{"Name": "orders", "Table": "Orders", "Region": "us-east-1",
//                    "Url": "http://127.0.0.1:9000/2015-03-31/functions/function/invocations",
//                    "Command": ["node", "function.js"], "TimeoutInSeconds": 60,
//                    "StartingPosition": "LATEST", "BatchSize": 100,
//                    "FilterCriteria": {"Filters": [{"Pattern": "{\"eventName\":[\"INSERT\"]}"}]},
//                    …}]}
//
// Lambda's members have Lambda's names, ranges and defaults. Table, and either Url or Command, are
// required. The output of write_mappings() can be read again; "Status" is ignored.
#pragma once

#include <optional>
#include <string>

#include "emulator/base/accepted.hpp"
#include "emulator/base/members.hpp"
#include "emulator/integrations/triggers/board.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::integrations::triggers {

// Reads the member "mappings"; nullopt if it is absent.
Accepted<std::optional<Mappings>> read_mappings(Members& members);

// Appends the member "mappings"; each mapping includes its "Status" if `board` is set.
struct ShownAt {
    const TriggerBoard* board = nullptr;
    engine::Instant now = {};
};

void write_mappings(
    protocol::wire::JsonWriter& json, const Mappings& mappings, const ShownAt& shown = {}
);

// The settings without the state. Two mappings with the same text are equal.
std::string mapping_text(const protocol::formats::triggers::EventSourceMapping& mapping);

// All mappings, in the form that read_mapping_list() reads.
std::string mapping_list_text(const Mappings& mappings);
Accepted<Mappings> read_mapping_list(std::string text);

// Reads the mappings in a file. Errors: mistakes in the mappings, or the file cannot be read. Every
// message contains the path.
Accepted<Mappings> load_trigger_file(const std::string& path);

}  // namespace stator::emulator::integrations::triggers
