#include "tests/disk/failing_disk.hpp"

#include "tests/disk/disk_state.hpp"

namespace stator::disk {

Disk& disk() {
    static Disk* const one = new Disk;
    return *one;
}

const char* name_of(Call call) {
    static constexpr const char* kNames[] = {
        "open", "create", "read", "write", "sync", "truncate", "rename", "remove"};
    return kNames[static_cast<std::size_t>(call)];
}

const char* name_of(Fault fault) {
    static constexpr const char* kNames[] = {
        "none", "error", "full", "short", "torn", "lost", "kill", "power cut", "mixed power cut"};
    return kNames[static_cast<std::size_t>(fault)];
}

bool is_possible(Fault fault, Call call) {
    switch (fault) {
        case Fault::None: return false;
        case Fault::Error:
        case Fault::Kill:
        case Fault::PowerCut:
        case Fault::PowerMixed: return true;
        case Fault::Full:
            return call == Call::Write || call == Call::Create || call == Call::Sync ||
                   call == Call::Rename;
        case Fault::Short: return call == Call::Write || call == Call::Read;
        case Fault::Torn: return call == Call::Write;
        case Fault::Lost: return call == Call::Sync;
    }
    return false;
}

void arm(const Plan& plan) {
    disk().arm(plan);
}

std::vector<Call> calls() {
    return disk().calls();
}

void kill_process() {
    ::_exit(kKilled);
}

void cut_power(bool is_mixed) {
    disk().cut_power(is_mixed);
}

}  // namespace stator::disk
