// The other side of a Connection: OpenSSL as a client, in memory.
#pragma once

#include <openssl/bio.h>
#include <openssl/pem.h>

#include <array>
#include <string>
#include <string_view>

#include "emulator/server/tls/connection.hpp"
#include "emulator/server/tls/openssl.hpp"

namespace stator::testing {

class TlsClient {
public:
    // Trusts the authorities in `authority_pem`, and expects to speak with `host`. `protocols` is
    // the list that it offers by ALPN, in the format of ALPN; "" offers none.
    explicit TlsClient(
        const std::string& authority_pem,
        const std::string& host = "localhost",
        const std::string& protocols = ""
    )
        : context_(SSL_CTX_new(TLS_client_method())) {
        const emulator::server::tls::Owned<BIO> memory(
            BIO_new_mem_buf(authority_pem.data(), static_cast<int>(authority_pem.size()))
        );
        const emulator::server::tls::Owned<X509> authority(
            PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr)
        );
        X509_STORE_add_cert(SSL_CTX_get_cert_store(context_.get()), authority.get());
        SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
        session_.reset(SSL_new(context_.get()));
        SSL_set1_host(session_.get(), host.c_str());
        if (!protocols.empty()) {
            std::string bytes = protocols;
            std::array<unsigned char, 64> list{};
            std::copy(bytes.begin(), bytes.end(), list.begin());
            SSL_set_alpn_protos(
                session_.get(), list.data(), static_cast<unsigned int>(bytes.size())
            );
        }
        in_ = BIO_new(BIO_s_mem());
        out_ = BIO_new(BIO_s_mem());
        SSL_set_bio(session_.get(), in_, out_);
        SSL_set_connect_state(session_.get());
    }

    // Carries bytes both ways until neither side has any, at most `piece` bytes at a time.
    void pass(emulator::server::tls::Connection& server, std::size_t piece = 1 << 20) {
        for (;;) {
            std::string sent(BIO_ctrl_pending(out_), '\0');
            if (!sent.empty()) BIO_read(out_, sent.data(), static_cast<int>(sent.size()));
            for (std::string_view left = sent; !left.empty();) {
                server.arrived(left.substr(0, piece));
                left.remove_prefix(std::min(piece, left.size()));
                take_from(server);
            }
            const std::string answer(server.outgoing());
            if (!answer.empty()) BIO_write(in_, answer.data(), static_cast<int>(answer.size()));
            server.sent(answer.size());
            std::array<char, 4096> plain{};
            int bytes = 0;
            while ((bytes = SSL_read(session_.get(), plain.data(), plain.size())) > 0) {
                received_.append(plain.data(), static_cast<std::size_t>(bytes));
            }
            if (BIO_ctrl_pending(out_) == 0 && server.outgoing().empty()) return;
        }
    }

    void write(std::string_view plain) {
        SSL_write(session_.get(), plain.data(), static_cast<int>(plain.size()));
    }

    void end() { SSL_shutdown(session_.get()); }

    bool is_connected() const { return SSL_is_init_finished(session_.get()) == 1; }

    std::string protocol() const {
        const unsigned char* name = nullptr;
        unsigned int size = 0;
        SSL_get0_alpn_selected(session_.get(), &name, &size);
        return {name, name + size};
    }

    long verdict() const { return SSL_get_verify_result(session_.get()); }

    // The bytes that the server has decrypted, and the bytes that have come back.
    const std::string& arrived() const { return arrived_; }

    const std::string& received() const { return received_; }

    emulator::server::tls::Connection::State state() const { return state_; }

private:
    void take_from(emulator::server::tls::Connection& server) {
        std::array<char, 4096> plain{};
        for (;;) {
            const auto taken = server.read(plain);
            state_ = taken.state;
            if (taken.state != emulator::server::tls::Connection::State::Some) return;
            arrived_.append(plain.data(), taken.bytes);
        }
    }

    emulator::server::tls::Owned<SSL_CTX> context_;
    emulator::server::tls::Owned<SSL> session_;
    BIO* in_ = nullptr;  // the session's
    BIO* out_ = nullptr;
    std::string arrived_;
    std::string received_;
    emulator::server::tls::Connection::State state_ =
        emulator::server::tls::Connection::State::Starved;
};

}  // namespace stator::testing
