// A checker of linearizability for histories of registers: keys that hold one value each.
//
// A history is linearizable if every operation can be given one moment between its invocation and
// its response, such that each operation has its result in the order of these moments. The
// algorithm is Wing and Gong's with Lowe's cache of the configurations that were tried, one key
// after the other: a history is linearizable exactly when the history of each single key is. The
// caller splits operations over several keys, so their isolation is not checked. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stator::testing {

using RegisterValue = std::uint64_t;

// The value of a register before it is written and after it is deleted.
inline constexpr RegisterValue kNoValue = 0;

enum class RegisterAction : unsigned char {
    Read,
    Write,
    ConditionalWrite,  // writes if the register has the expected value, otherwise is refused
    Delete
};

// One completed operation. Times are those of one clock for all clients. If one operation ends at
// exactly the time when another begins, they count as concurrent.
struct RegisterOperation {
    std::size_t client = 0;
    std::string key;
    RegisterAction action = RegisterAction::Read;
    RegisterValue value = kNoValue;     // that was read or is written
    RegisterValue expected = kNoValue;  // by a conditional write
    bool is_refused = false;            // a conditional write whose condition failed
    std::uint64_t invoked = 0;
    std::uint64_t responded = 0;
};

using RegisterHistory = std::vector<RegisterOperation>;

// Nullopt for a linearizable history; otherwise a sentence about an operation that cannot be given
// a moment.
std::optional<std::string> find_violation(const RegisterHistory& history);

}  // namespace stator::testing
