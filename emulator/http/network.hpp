// The Asio types of the emulator. Each io_context is run by a single thread and is the only kind of
// executor, so no executor is type-erased and no handler needs a strand.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>

namespace stator::emulator::http {

namespace asio = boost::asio;

using Executor = asio::io_context::executor_type;
// The socket of a TCP or Unix connection.
using Socket = asio::basic_stream_socket<asio::generic::stream_protocol, Executor>;
using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;
using SteadyTimer = asio::basic_waitable_timer<
    std::chrono::steady_clock,
    asio::wait_traits<std::chrono::steady_clock>,
    Executor>;
using ErrorCode = boost::system::error_code;

template <class T>
using Awaitable = asio::awaitable<T, Executor>;

// With this token, co_await returns a tuple that begins with the error code, and throws nothing.
inline constexpr asio::as_tuple_t<asio::use_awaitable_t<Executor>> kAwait{};

}  // namespace stator::emulator::http
