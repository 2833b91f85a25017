// How hard the streams of a universe are to read, as it is written.
#pragma once

#include <string>

#include "emulator/laboratory/controls/control.hpp"

namespace stator::emulator::laboratory::controls {

// {"lag":{"uniform":[0,500]},"emptyPages":0.3,"pageRecords":5,"shardRecords":20,"listedShards":2,
// "iteratorAge":1000,"kinesisLag":500,"kinesisDuplicates":0.1}; see engine::stream::Adversity.
Accepted<Change> read_streams(protocol::wire::JsonView json, const std::string& place);
void write_streams(protocol::wire::JsonWriter& json, Laboratory& laboratory);

}  // namespace stator::emulator::laboratory::controls
