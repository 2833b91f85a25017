// Judges: the parts of a process that check signatures and authorize requests.
#pragma once

#include "emulator/access/authentication/signature_check.hpp"
#include "emulator/access/authorization/authorizer.hpp"

namespace stator::emulator::access::authorization {

// Borrows both. `signatures` is null with --auth none; `authorizer` is null unless policies
// are evaluated (--auth iam or iam-audit).
struct Judges {
    authentication::SignatureCheck* signatures = nullptr;
    Authorizer* authorizer = nullptr;
};

}  // namespace stator::emulator::access::authorization
