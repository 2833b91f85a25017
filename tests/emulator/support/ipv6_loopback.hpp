// Requests by ::1, which some clients take "localhost" for.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <cstdint>
#include <string>

namespace stator::testing {

inline bool has_ipv6_loopback() {
    namespace asio = boost::asio;
    asio::io_context context;
    boost::system::error_code error;
    asio::ip::tcp::acceptor acceptor(context);
    acceptor.open(asio::ip::tcp::v6(), error);
    if (!error) acceptor.bind({asio::ip::address_v6::loopback(), 0}, error);
    return !error;
}

// The reply to that request, which asks to close the connection; "" if nobody listens at ::1.
inline std::string exchange_by_ipv6(std::uint16_t port, const std::string& request) {
    namespace asio = boost::asio;
    asio::io_context context;
    boost::system::error_code error;
    asio::ip::tcp::socket socket(context);
    socket.connect({asio::ip::address_v6::loopback(), port}, error);
    std::string reply;
    if (!error) asio::write(socket, asio::buffer(request), error);
    if (!error) asio::read(socket, asio::dynamic_buffer(reply), error);
    return reply;
}

}  // namespace stator::testing
