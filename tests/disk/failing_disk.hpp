// A disk that fails: between this program and the kernel for every file below one directory.
//
// The program itself defines open(), pwrite(), fsync(), rename() …, so that SQLite's own layer, the
// change log, iostreams and all other writers of files call these; other files are not affected.
// Calls are counted, and one of them fails. Unsynced writes are recorded, so that a power failure
// can undo them: a page of a file, the size, a name.
//
// State of the process: armed once in each child process (in_child()), never in the test's own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stator::disk {

enum class Call : unsigned char { Open, Create, Read, Write, Sync, Truncate, Rename, Remove };

const char* name_of(Call call);

enum class Fault : unsigned char {
    None,
    Error,       // EIO, without any effect
    Full,        // ENOSPC, without any effect
    Short,       // half of it is done, and the call returns that
    Torn,        // half of it is written, then EIO
    Lost,        // a sync fails, and its data is lost unless written again
    Kill,        // the process ends before the call
    PowerCut,    // … and everything unsynced is lost
    PowerMixed,  // … and some of the unsynced pages and sizes are lost
};

const char* name_of(Fault fault);

// Whether a call can have the fault.
bool is_possible(Fault fault, Call call);

struct Plan {
    std::string directory;
    Fault fault = Fault::None;
    std::uint64_t at = 0;  // number of the call, from 1; a later one if that cannot have it
    std::uint64_t seed = 0;
    bool loses_power = false;  // at some time, by a fault or at the end
};

// After this call, the calls below the directory are counted.
void arm(const Plan& plan);

// The calls so far.
std::vector<Call> calls();

// Ends the process like SIGKILL, with the exit status kKilled.
[[noreturn]] void kill_process();
// … after removing unsynced data: all of it, or a part that the seed decides.
[[noreturn]] void cut_power(bool is_mixed);

constexpr int kKilled = 42;

}  // namespace stator::disk
