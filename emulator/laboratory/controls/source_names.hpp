// Writes the members that name a table or an index in reports about throughput.
#pragma once

#include "protocol/model/table_arn.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::controls {

template <class Source>
void write_source_names(protocol::wire::JsonWriter& json, const Source& source) {
    json.string_member("region", protocol::model::region_of_arn(source.arn));
    json.string_member("table", source.table_name);
    if (!source.index.empty()) json.string_member("index", source.index);
    json.string_member("arn", source.arn);
}

}  // namespace stator::emulator::laboratory::controls
