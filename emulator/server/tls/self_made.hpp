// A certificate for this machine, signed by a CA that is generated for it. The CA's key is
// discarded, so that nothing else can ever be signed that clients would trust because of its file.
#pragma once

#include <string>
#include <vector>

#include "emulator/server/tls/openssl.hpp"

namespace stator::emulator::server::tls {

struct SelfMade {
    Owned<X509> certificate;
    Owned<EVP_PKEY> key;
    std::string authority_pem;  // the CA's certificate
};

// Creates a certificate for localhost, 127.0.0.1, ::1 and `names`, which are host names or
// addresses. Valid from one day ago for 397 days, the longest period that clients accept. Throws
// std::runtime_error if OpenSSL fails, for example because of an invalid name.
SelfMade make_self_made(const std::vector<std::string>& names);

}  // namespace stator::emulator::server::tls
