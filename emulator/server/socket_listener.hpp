// SocketListener: a Unix socket that accepts connections of this user alone.
#pragma once

#include <sys/stat.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <optional>
#include <string>

#include "emulator/http/network.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

class SocketListener {
public:
    using Acceptor = asio::basic_socket_acceptor<asio::local::stream_protocol, http::Executor>;

    SocketListener(asio::io_context& context, std::string path)
        : acceptor_(context), pause_(context), path_(std::move(path)) {}

    // Removes the socket if it is still this one's.
    ~SocketListener() { close(); }

    SocketListener(const SocketListener&) = delete;
    SocketListener& operator=(const SocketListener&) = delete;

    // Makes the socket, of mode 0600 from its first moment on; one that nobody listens at any more
    // is replaced. Returns nothing, or a sentence for the user that names the fix. Changes the
    // process's umask for a moment: call it while there is one thread.
    std::optional<std::string> open();

    void close();

    Acceptor& acceptor() { return acceptor_; }

    http::SteadyTimer& pause() { return pause_; }

private:
    Acceptor acceptor_;
    http::SteadyTimer pause_;
    const std::string path_;

    struct stat own_ {};  // of the socket that was made

    bool is_made_ = false;
};

}  // namespace stator::emulator::server
