// A certificate for this machine, signed by an authority that is made for it and forgotten: with
// the authority's key gone, nothing else can ever be signed that its file makes clients trust.
#pragma once

#include <string>
#include <vector>

#include "emulator/server/tls/openssl.hpp"

namespace stator::emulator::server::tls {

struct SelfMade {
    Owned<X509> certificate;
    Owned<EVP_PKEY> key;
    std::string authority_pem;  // the certificate of the authority
};

// For localhost, 127.0.0.1, ::1 and `names`, which are names or addresses. Valid from a day ago for
// 397 days, the longest that clients take. Throws std::runtime_error when OpenSSL cannot, as with a
// name that is none.
SelfMade make_self_made(const std::vector<std::string>& names);

}  // namespace stator::emulator::server::tls
