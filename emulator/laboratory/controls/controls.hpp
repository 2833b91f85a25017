// The list of all controls.
#pragma once

#include <span>

#include "emulator/laboratory/controls/control.hpp"

namespace stator::emulator::laboratory::controls {

extern const Control kClock;        // see clock_control.hpp
extern const Control kConsistency;  // see consistency_control.hpp
extern const Control kFaults;       // see fault_control.hpp
extern const Control kTriggers;     // see trigger_control.hpp

// {"level":"rough"}; see hostile::HostileLevel.
extern const Control kHostile;

// How requests are recorded: {"on":true,"capacity":10000,"bodies":"none"}
extern const Control kJournal;

// How writes travel between regions:
// {"lag":{"uniform":[500,1500]},"overlap":{"fixed":0},"cuts":[{"region":"eu-west-1"}]}
extern const Control kReplication;

// {"lag":{"uniform":[0,500]},"emptyPages":0.3,"pageRecords":5,"shardRecords":20,"listedShards":2,
// "iteratorAge":1000,"kinesisLag":500,"kinesisDuplicates":0.1}; see engine::stream::Adversity.
extern const Control kStreams;

// {"throttle":"aws","heat":true}. Without "heat", heat is usually on while the journal is on.
extern const Control kThroughput;

// {"recall":0.95}; see engine::vector::Recall.
extern const Control kVectors;

// In the order in which they are set: the clock is first, because the others depend on it.
std::span<const Control> all_controls();

}  // namespace stator::emulator::laboratory::controls
