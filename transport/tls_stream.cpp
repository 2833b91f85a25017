#include "transport/tls_stream.hpp"

#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "transport/http_client.hpp"

namespace stator::transport {
namespace {

std::string last_error() {
    std::array<char, 256> text{};
    ERR_error_string_n(ERR_get_error(), text.data(), text.size());
    ERR_clear_error();
    return text.data();
}

// Returns the problem with the certificate, if there is one, because it is more specific than
// OpenSSL's last error.
std::string failure(const SSL* session) {
    const long verdict = SSL_get_verify_result(session);
    if (verdict == X509_V_OK) return last_error();
    ERR_clear_error();
    return X509_verify_cert_error_string(verdict);
}

}  // namespace

TlsStream::TlsStream(const Endpoint& endpoint, const Trust& trust, Deadline deadline)
    : socket_(endpoint, deadline), context_(SSL_CTX_new(TLS_client_method())) {
    if (trust.ca_file.empty()) {
        SSL_CTX_set_default_verify_paths(context_.get());
    } else if (SSL_CTX_load_verify_file(context_.get(), trust.ca_file.c_str()) != 1) {
        throw HandshakeError("no authority can be read from " + trust.ca_file);
    }
    const int mode = trust.is_insecure ? SSL_VERIFY_NONE : SSL_VERIFY_PEER;
    SSL_CTX_set_verify(context_.get(), mode, nullptr);
    SSL_CTX_set_mode(context_.get(), SSL_MODE_ENABLE_PARTIAL_WRITE);
    SSL_CTX_set_mode(context_.get(), SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    session_.reset(SSL_new(context_.get()));
    // Calls the function directly, because the macro SSL_set_tlsext_host_name contains an old-style
    // cast.
    std::string name = endpoint.host;
    SSL_ctrl(session_.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data());
    SSL_set1_host(session_.get(), endpoint.host.c_str());
    SSL_set_fd(session_.get(), socket_.descriptor());
    shake_hands(deadline);
}

void TlsStream::shake_hands(Deadline deadline) {
    for (;;) {
        const int result = SSL_connect(session_.get());
        if (result == 1) return;
        if (!wait_after(result, deadline)) {
            throw HandshakeError("TLS handshake failed: " + failure(session_.get()));
        }
    }
}

bool TlsStream::wait_after(int result, Deadline deadline) {
    const int reason = SSL_get_error(session_.get(), result);
    if (reason != SSL_ERROR_WANT_READ && reason != SSL_ERROR_WANT_WRITE) return false;
    const short events = reason == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
    wait_for(socket_.descriptor(), events, deadline);
    return true;
}

std::size_t TlsStream::read_some(std::span<char> buffer, Deadline deadline) {
    for (;;) {
        const int size = static_cast<int>(std::min<std::size_t>(buffer.size(), 1U << 30U));
        const int count = SSL_read(session_.get(), buffer.data(), size);
        if (count > 0) return static_cast<std::size_t>(count);
        if (!wait_after(count, deadline)) return 0;
    }
}

bool TlsStream::write(std::string_view bytes, Deadline deadline) {
    while (!bytes.empty()) {
        const int size = static_cast<int>(std::min<std::size_t>(bytes.size(), 1U << 30U));
        const int count = SSL_write(session_.get(), bytes.data(), size);
        if (count > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (!wait_after(count, deadline)) {
            return false;
        }
    }
    return true;
}

// Unread bytes may be session tickets. Only reading distinguishes these from a closed connection,
// so this peeks at one byte.
bool TlsStream::is_idle() {
    if (socket_.is_idle()) return true;
    char byte = 0;
    const int count = SSL_peek(session_.get(), &byte, 1);
    return count <= 0 && SSL_get_error(session_.get(), count) == SSL_ERROR_WANT_READ;
}

Connect connector(Trust trust) {
    return [trust = std::move(trust
            )](const Endpoint& endpoint, Deadline deadline) -> std::unique_ptr<ByteStream> {
        if (!endpoint.is_tls) return connect_plainly(endpoint, deadline);
        return std::make_unique<TlsStream>(endpoint, trust, deadline);
    };
}

}  // namespace stator::transport
