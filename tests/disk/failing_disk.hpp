// A disk that fails: between this program and the kernel for every file below one directory.
//
// The program defines open(), pwrite(), fsync(), rename() … itself, so that SQLite's own layer, the
// change log, iostreams and whatever else writes files come by here; other files pass untouched.
// Calls are counted, and one of them meets a fault. What was written and not synced is remembered,
// so that a power failure can take it away again: a page of a file, the size, a name.
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
    Error,       // EIO, and nothing is done
    Full,        // ENOSPC, and nothing is done
    Short,       // half of it is done, and the call says so
    Torn,        // half of it is written, then EIO
    Lost,        // a sync fails, and what it should have kept is lost unless written again
    Kill,        // the process ends before the call
    PowerCut,    // … and all that was not synced is lost
    PowerMixed,  // … and of that, some pages and sizes are there and some are not
};

const char* name_of(Fault fault);

// Whether a call can meet the fault.
bool is_possible(Fault fault, Call call);

struct Plan {
    std::string directory;
    Fault fault = Fault::None;
    std::uint64_t at = 0;  // which call meets it, from 1, or the next one that can
    std::uint64_t seed = 0;
    bool loses_power = false;  // at some time, by a fault or at the end
};

// From now on the calls below the directory are counted.
void arm(const Plan& plan);

// The calls so far.
std::vector<Call> calls();

// Ends the process as SIGKILL does, by the exit code kKilled.
[[noreturn]] void kill_process();
// … after taking away what was not synced: all of it, or whatever the seed says.
[[noreturn]] void cut_power(bool is_mixed);

constexpr int kKilled = 42;

}  // namespace stator::disk
