// Judges: the parts of a process that check signatures and decide about requests.
#pragma once

#include "emulator/access/authentication/signature_check.hpp"
#include "emulator/access/authorization/authorizer.hpp"

namespace stator::emulator::access::authorization {

// Borrows. `signatures` is null with --auth none; `authorizer` is set with --auth iam only.
struct Judges {
    authentication::SignatureCheck* signatures = nullptr;
    Authorizer* authorizer = nullptr;
};

}  // namespace stator::emulator::access::authorization
