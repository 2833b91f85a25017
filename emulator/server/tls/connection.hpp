// Connection: one TLS connection's bytes, of the server's side. It has no socket: bytes that came
// are put into room() and told by arrived(); what is to be sent is in outgoing() until sent() says
// so. Reading does the handshake on its way. Not thread-safe.
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
    // Throws std::runtime_error when OpenSSL cannot.
    explicit Connection(const ServerContext& context);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Where to put bytes that come; never empty. More of it once a lot came at once.
    std::span<char> room();
    // So many bytes of the room are taken. Precondition: no more than room() had.
    void arrived(std::size_t bytes);
    // The same for bytes that are somewhere else.
    void arrived(std::string_view bytes);

    enum class State : unsigned char {
        Some,     // there were bytes
        Starved,  // more must arrive first, and perhaps be sent
        Ended,    // the client ended it, or said nonsense; outgoing() may have an answer to that
    };

    struct Taken {
        State state = State::Starved;
        std::size_t bytes = 0;
    };

    // Decrypts into `plain`.
    Taken read(std::span<char> plain);

    // Encrypts into outgoing(). False when the connection is broken.
    bool write(std::string_view plain);

    // Tells the client that nothing follows.
    void end();

    std::string_view outgoing() const { return std::string_view(outgoing_).substr(sent_); }

    void sent(std::size_t bytes);

    // During the handshake, and when part of a message has arrived.
    bool is_amid_message() const;

private:
    static const BIO_METHOD* method();
    static int take_incoming(BIO* stream, char* to, int size);
    static int add_outgoing(BIO* stream, const char* from, int size);
    static long control(BIO* stream, int command, long number, void* pointer);

    Owned<SSL> session_;
    std::vector<char> incoming_;
    std::size_t begin_ = 0;  // of what OpenSSL has not taken yet
    std::size_t end_ = 0;
    std::string outgoing_;
    std::size_t sent_ = 0;
    bool is_broken_ = false;
};

}  // namespace stator::emulator::server::tls
