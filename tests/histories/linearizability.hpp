// A checker of linearizability for histories of registers: keys that hold one value each.
//
// A history is linearizable when every operation can be given one moment between its invocation
// and its response, such that each does in the order of these moments what it says it did. The
// algorithm is Wing and Gong's with Lowe's memory of what has been tried, one key after the other:
// a history is linearizable exactly when what it says about each single key is. Operations over
// several keys are taken apart by the caller, so their isolation is not judged. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stator::testing {

using RegisterValue = std::uint64_t;

// What a register holds before it is written and after it is deleted.
inline constexpr RegisterValue kNoValue = 0;

enum class RegisterAction : unsigned char {
    Read,
    Write,
    ConditionalWrite,  // writes if the register holds what is expected, else is refused
    Delete
};

// One operation that has ended. Times are those of one clock for all clients; operations of which
// one ends at the very time when the other begins count as concurrent.
struct RegisterOperation {
    std::size_t client = 0;
    std::string key;
    RegisterAction action = RegisterAction::Read;
    RegisterValue value = kNoValue;     // what was read, or is written
    RegisterValue expected = kNoValue;  // by a conditional write
    bool is_refused = false;            // a conditional write whose condition did not hold
    std::uint64_t invoked = 0;
    std::uint64_t responded = 0;
};

using RegisterHistory = std::vector<RegisterOperation>;

// Nothing for a linearizable history; else a sentence about the operation of some key for which no
// moment can be found.
std::optional<std::string> find_violation(const RegisterHistory& history);

}  // namespace stator::testing
