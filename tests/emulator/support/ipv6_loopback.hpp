// Whether this machine has ::1, which some clients take "localhost" for.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

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

}  // namespace stator::testing
