// What determines the universe of a request.
#pragma once

namespace stator::emulator {

// For a request that names no universe by its path or a header.
enum class Isolation : unsigned char {
    Shared,     // nothing: there is only one universe
    AccessKey,  // the access key
    Account,    // an access key of twelve digits, an account id; all others share one universe
};

}  // namespace stator::emulator
