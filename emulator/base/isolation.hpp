// The rule that determines the universe of a request.
#pragma once

namespace stator::emulator {

// Applies to a request without a universe in its path or headers.
enum class Isolation : unsigned char {
    Shared,     // nothing: only one universe exists
    AccessKey,  // the access key
    Account,    // an access key of twelve digits, an account id; all other keys share one universe
};

}  // namespace stator::emulator
