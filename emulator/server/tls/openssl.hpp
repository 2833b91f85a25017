// Owners of OpenSSL's objects, and its last error as a string.
#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>

namespace stator::emulator::server::tls {

struct OpensslDeleter {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }

    void operator()(SSL* session) const { SSL_free(session); }

    void operator()(X509* certificate) const { X509_free(certificate); }

    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }

    void operator()(BIO* stream) const { BIO_free(stream); }

    void operator()(BIO_METHOD* method) const { BIO_meth_free(method); }
};

template <class T>
using Owned = std::unique_ptr<T, OpensslDeleter>;

// Returns OpenSSL's oldest error on this thread as readable text, and removes all errors.
std::string take_error();

}  // namespace stator::emulator::server::tls
