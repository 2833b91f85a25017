// SocketListener: a Unix socket that accepts connections only from this user.
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

    // Removes the socket file if it is still the one that open() created.
    ~SocketListener() { close(); }

    SocketListener(const SocketListener&) = delete;
    SocketListener& operator=(const SocketListener&) = delete;

    // Creates the socket, with mode 0600 from the beginning. Replaces a socket that no server
    // listens on. Returns nullopt, or a sentence for the user that includes the fix. Briefly
    // changes the process's umask, so call it before other threads exist.
    std::optional<std::string> open();

    // Stops accepting, and removes the socket file if open() created it.
    void close();

    Acceptor& acceptor() { return acceptor_; }

    http::SteadyTimer& pause() { return pause_; }

private:
    Acceptor acceptor_;
    http::SteadyTimer pause_;
    const std::string path_;

    struct stat own_ {};  // of the socket file that open() created

    bool is_made_ = false;
};

}  // namespace stator::emulator::server
