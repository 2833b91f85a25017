#include "emulator/server/tls/connection.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace stator::emulator::server::tls {
namespace {

constexpr std::size_t kSmallRoom = 8'192;
constexpr std::size_t kLargeRoom = 65'536;

// A connection that has sent a long reply does not keep room for another one.
constexpr std::size_t kKeptOutgoing = 65'536;

}  // namespace

Connection::Connection(const ServerContext& context) : session_(SSL_new(context.get())) {
    BIO* const stream = BIO_new(method());
    if (session_ == nullptr || stream == nullptr) {
        BIO_free(stream);
        throw std::runtime_error("no TLS connection can be made: " + take_error());
    }
    BIO_set_data(stream, this);
    BIO_set_init(stream, 1);
    SSL_set_bio(session_.get(), stream, stream);
    SSL_set_accept_state(session_.get());
}

const BIO_METHOD* Connection::method() {
    static const Owned<BIO_METHOD> made = [] {
        Owned<BIO_METHOD> fresh(BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "stator"));
        BIO_meth_set_read(fresh.get(), take_incoming);
        BIO_meth_set_write(fresh.get(), add_outgoing);
        BIO_meth_set_ctrl(fresh.get(), control);
        return fresh;
    }();
    return made.get();
}

int Connection::take_incoming(BIO* stream, char* to, int size) {
    auto& it = *static_cast<Connection*>(BIO_get_data(stream));
    BIO_clear_flags(stream, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
    const std::size_t bytes = std::min(static_cast<std::size_t>(size), it.end_ - it.begin_);
    if (bytes == 0) {
        BIO_set_flags(stream, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY);
        return -1;
    }
    std::memcpy(to, it.incoming_.data() + it.begin_, bytes);
    it.begin_ += bytes;
    return static_cast<int>(bytes);
}

int Connection::add_outgoing(BIO* stream, const char* from, int size) {
    auto& it = *static_cast<Connection*>(BIO_get_data(stream));
    it.outgoing_.append(from, static_cast<std::size_t>(size));
    return size;
}

long Connection::control(BIO*, int command, long, void*) {
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

std::span<char> Connection::room() {
    if (begin_ == end_) {
        // The last arrival filled the buffer, so more data is likely.
        const bool was_full = end_ != 0 && end_ == incoming_.size();
        begin_ = end_ = 0;
        incoming_.resize(was_full ? kLargeRoom : std::max(incoming_.size(), kSmallRoom));
    } else if (end_ == incoming_.size()) {
        incoming_.resize(incoming_.size() + kLargeRoom);
    }
    return std::span(incoming_).subspan(end_);
}

void Connection::arrived(std::size_t bytes) {
    end_ += bytes;
}

void Connection::arrived(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::span<char> free = room();
        const std::size_t some = std::min(free.size(), bytes.size());
        std::memcpy(free.data(), bytes.data(), some);
        arrived(some);
        bytes.remove_prefix(some);
    }
}

Connection::Taken Connection::read(std::span<char> plain) {
    if (is_broken_) return {State::Ended};
    // Removes errors that another connection of this thread has left, which would be attributed to
    // this one.
    ERR_clear_error();
    std::size_t bytes = 0;
    if (SSL_read_ex(session_.get(), plain.data(), plain.size(), &bytes) == 1) {
        return {State::Some, bytes};
    }
    if (SSL_get_error(session_.get(), 0) == SSL_ERROR_WANT_READ) return {};
    is_broken_ = SSL_get_shutdown(session_.get()) != SSL_RECEIVED_SHUTDOWN;
    ERR_clear_error();
    return {State::Ended};
}

bool Connection::write(std::string_view plain) {
    if (is_broken_) return false;
    if (plain.empty()) return true;
    ERR_clear_error();
    std::size_t bytes = 0;
    is_broken_ = SSL_write_ex(session_.get(), plain.data(), plain.size(), &bytes) != 1;
    return !is_broken_;
}

void Connection::end() {
    if (is_broken_ || SSL_is_init_finished(session_.get()) == 0) return;
    ERR_clear_error();
    SSL_shutdown(session_.get());
    ERR_clear_error();
}

void Connection::sent(std::size_t bytes) {
    sent_ += bytes;
    if (sent_ < outgoing_.size()) return;
    sent_ = 0;
    outgoing_.clear();
    if (outgoing_.capacity() > kKeptOutgoing) outgoing_.shrink_to_fit();
}

bool Connection::is_amid_message() const {
    return SSL_is_init_finished(session_.get()) == 0 || begin_ != end_ ||
           SSL_has_pending(session_.get()) != 0;
}

}  // namespace stator::emulator::server::tls
