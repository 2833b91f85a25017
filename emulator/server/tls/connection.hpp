// Connection: the server's side of one TLS connection. It has no socket: the caller writes received
// bytes into room() and reports them with arrived(), sends the bytes in outgoing() and reports them
// with sent(). read() also performs the handshake. Not thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/server/tls/openssl.hpp"
#include "emulator/server/tls/server_context.hpp"

namespace stator::emulator::server::tls {

class Connection {
public:
    // Throws std::runtime_error if OpenSSL fails.
    explicit Connection(const ServerContext& context);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Returns space for received bytes; never empty. The space grows after it has been filled.
    std::span<char> room();
    // Reports that bytes were written into the space. Precondition: not more than room() had.
    void arrived(std::size_t bytes);
    // Like arrived(), for bytes in another buffer.
    void arrived(std::string_view bytes);

    enum class State : unsigned char {
        Some,     // bytes were decrypted
        Starved,  // more bytes must arrive first, and some may have to be sent
        Ended,    // ended by the client or by invalid data; outgoing() may contain a reply to it
    };

    struct Taken {
        State state = State::Starved;
        std::size_t bytes = 0;
    };

    // Decrypts received bytes into `plain`.
    Taken read(std::span<char> plain);

    // Encrypts into outgoing(). Returns false if the connection is broken.
    bool write(std::string_view plain);

    // Tells the client that nothing follows.
    void end();

    // Encrypted bytes that must be sent. The view is valid until the next call.
    std::string_view outgoing() const { return std::string_view(outgoing_).substr(sent_); }

    // Reports that the first `bytes` bytes of outgoing() were sent.
    void sent(std::size_t bytes);

    // True during the handshake, and while part of a message has arrived.
    bool is_amid_message() const;

private:
    static const BIO_METHOD* method();
    static int take_incoming(BIO* stream, char* to, int size);
    static int add_outgoing(BIO* stream, const char* from, int size);
    static long control(BIO* stream, int command, long number, void* pointer);

    Owned<SSL> session_;
    std::vector<char> incoming_;
    std::size_t begin_ = 0;  // of the bytes that OpenSSL has not read yet
    std::size_t end_ = 0;
    std::string outgoing_;
    std::size_t sent_ = 0;
    bool is_broken_ = false;
};

}  // namespace stator::emulator::server::tls
