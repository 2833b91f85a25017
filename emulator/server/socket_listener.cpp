#include "emulator/server/socket_listener.hpp"

#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/basic_stream_socket.hpp>

namespace stator::emulator::server {
namespace {

using Local = asio::local::stream_protocol;

constexpr mode_t kUserOnly = 0600;

// Describes the file that occupies the path; "" if the path is free. Deletes a socket whose server
// has ended.
std::string occupant_of(const std::string& path, asio::io_context& context) {
    struct stat found {};

    if (::lstat(path.c_str(), &found) != 0) return {};
    if (!S_ISSOCK(found.st_mode)) {
        return path + " is there and is no socket: choose another path with --socket.";
    }
    asio::basic_stream_socket<Local, http::Executor> socket(context);
    http::ErrorCode error;
    socket.connect(Local::endpoint(path), error);
    if (error == asio::error::connection_refused) {
        ::unlink(path.c_str());
        return {};
    }
    if (!error || error == asio::error::would_block || error == asio::error::try_again) {
        return "the socket " + path +
               " is in use by a running program: stop it, or choose another path with --socket.";
    }
    return "the socket " + path + " cannot be replaced (" + error.message() +
           "): remove it, or choose another path with --socket.";
}

}  // namespace

std::optional<std::string> SocketListener::open() {
    constexpr std::size_t kMostBytes = sizeof(sockaddr_un{}.sun_path) - 1;
    if (path_.size() > kMostBytes) {
        return "the path of the socket is longer than " + std::to_string(kMostBytes) +
               " bytes, which is all that a socket's may have: choose a shorter one with --socket.";
    }
    auto& context = static_cast<asio::io_context&>(acceptor_.get_executor().context());
    if (std::string occupant = occupant_of(path_, context); !occupant.empty()) return occupant;
    http::ErrorCode error;
    acceptor_.open(Local(), error);
    const mode_t usual = ::umask(static_cast<mode_t>(~kUserOnly & 0777));
    if (!error) acceptor_.bind(Local::endpoint(path_), error);
    ::umask(usual);
    if (!error) is_made_ = ::lstat(path_.c_str(), &own_) == 0;
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (!error) return std::nullopt;
    close();
    return "the socket " + path_ + " cannot be made (" + error.message() +
           "): choose a path in a directory that this user can write to with --socket.";
}

void SocketListener::close() {
    http::ErrorCode ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    if (!std::exchange(is_made_, false)) return;

    struct stat found {};

    const bool is_own = ::lstat(path_.c_str(), &found) == 0 && found.st_dev == own_.st_dev &&
                        found.st_ino == own_.st_ino;
    if (is_own) ::unlink(path_.c_str());
}

}  // namespace stator::emulator::server
