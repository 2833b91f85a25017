#include "emulator/server/http_session.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <variant>

#include "emulator/dispatch/elsewhere.hpp"
#include "emulator/http/request_parser.hpp"
#include "emulator/http/response.hpp"
#include "protocol/errors/usual.hpp"

namespace stator::emulator::server {
namespace {

namespace beast_http = boost::beast::http;

using Phase = Connection::Phase;
using SteadyClock = std::chrono::steady_clock;

// State of reading a request.
enum class Progress : unsigned char {
    NeedMore,
    Complete,
    TooLarge,
    HeaderTooLarge,
    Malformed,
    NoRoom
};

enum class Sent : unsigned char { All, Partly, Failed };

constexpr std::size_t kSmallRead = 8'192;
constexpr std::size_t kLargeRead = 65'536;

// A reply that took longer has delayed the other connections enough.
constexpr std::chrono::microseconds kLongWork{500};

// Interval at which a delayed reply checks whether the server stops.
constexpr std::chrono::milliseconds kDelaySlice{50};

class HttpSession {
public:
    HttpSession(OpenConnection& open, const SessionServices& services)
        : connection_(open.connection),
          services_(services),
          worker_(open.connection.worker()),
          origin_(open.origin),
          secure_(open.secure),
          has_begun_(open.has_begun) {
        worker_.load().wake();
    }

    ~HttpSession() {
        worker_.load().rest();
        keep(0);
    }

    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;

    http::Awaitable<void> run();

    // Whether the connection must rest now.
    bool rests() const { return rests_; }

private:
    http::Socket& socket() { return connection_.socket(); }

    // Sets the number of bytes that are kept of a request or a reply. Returns false if there is no
    // room for them.
    bool keep(std::size_t bytes);
    bool keep_request();
    void note_progress();

    bool is_quiet();
    std::string peer_address();
    void begin_request();
    Progress parse();
    http::Awaitable<bool> begin_connection();
    http::Awaitable<bool> read_more();
    http::Awaitable<bool> read_secure();
    bool lets_others_go_first(SteadyClock::time_point begin) const;
    bool waits_for_disk(const http::Reply& reply) const;
    http::Awaitable<http::Reply> await_durability(http::Reply reply);
    Sent send(const http::Reply& reply, bool keeps_alive);
    Sent send_secure(const std::array<asio::const_buffer, 2>& pieces);
    http::Awaitable<bool> send_rest(const http::Reply& reply);
    http::Awaitable<void> refuse(http::Reply reply);
    http::Awaitable<bool> misbehave(const http::Reply& reply);
    http::Awaitable<void> delay(std::chrono::milliseconds duration);
    http::Awaitable<void> send_half(const http::Reply& reply);
    void write_head(const http::Reply& reply, bool keeps_alive);
    std::array<asio::const_buffer, 2> reply_bytes(const http::Reply& reply) const;

    Connection& connection_;
    const SessionServices& services_;
    Worker& worker_;
    const SessionOrigin& origin_;
    std::unique_ptr<SecureStream>& secure_;  // null on a plain connection
    bool& has_begun_;                        // whether the client has chosen between the two
    std::size_t kept_ = 0;                   // bytes that count in the load
    bool rests_ = false;

    boost::beast::flat_buffer buffer_;
    std::size_t read_bytes_ = kSmallRead;
    std::string header_text_;
    http::HttpRequest request_;
    std::variant<std::monostate, http::RequestParser, http::FieldKeepingParser> parsers_;
    http::RequestParser* parser_ = nullptr;  // the active parser
    std::unique_ptr<http::AllFields> all_fields_;
    std::string peer_;  // the client's address, for readers of all fields
    std::string head_;
    std::size_t sent_ = 0;  // bytes of head and body that the socket has accepted
};

Progress progress_of(const boost::system::error_code& error) {
    if (!error || error == beast_http::error::need_more) return Progress::NeedMore;
    if (error == beast_http::error::body_limit) return Progress::TooLarge;
    if (error == beast_http::error::header_limit) return Progress::HeaderTooLarge;
    return Progress::Malformed;
}

http::Reply refusal(Progress reason) {
    if (reason == Progress::TooLarge) return http::too_large_reply();
    if (reason == Progress::NoRoom) {
        using protocol::ErrorType;
        return http::error_reply(
            protocol::errors::usual_error(ErrorType::ServiceUnavailable), kAmzJson
        );
    }
    return http::malformed_reply(
        reason == Progress::HeaderTooLarge ? "The request's headers exceed 16384 bytes.\n"
                                           : "This is not an HTTP/1.1 request.\n"
    );
}

// Whether no part of the next request has arrived, neither here nor at the socket.
bool HttpSession::is_quiet() {
    http::ErrorCode ignored;
    if (secure_ != nullptr && secure_->is_amid_message()) return false;
    return !parser_->got_some() && socket().available(ignored) == 0;
}

// Returns "" if the client has disconnected, or is connected to a Unix socket.
std::string HttpSession::peer_address() {
    http::ErrorCode gone;
    const auto any = socket().remote_endpoint(gone);
    const int family = any.protocol().family();
    asio::ip::tcp::endpoint endpoint;
    const bool is_internet = family == AF_INET || family == AF_INET6;
    if (gone || !is_internet || any.size() > endpoint.capacity()) return {};
    std::memcpy(endpoint.data(), any.data(), any.size());
    return endpoint.address().to_string();
}

void HttpSession::begin_request() {
    connection_.enter(buffer_.size() == 0 ? Phase::Idle : Phase::Receiving);
    read_bytes_ = kSmallRead;
    if (services_.dispatcher.checks_signatures()) {
        if (all_fields_ == nullptr) {
            all_fields_ = std::make_unique<http::AllFields>();
            peer_ = peer_address();
        }
        parser_ = &parsers_.emplace<http::FieldKeepingParser>(request_, header_text_, *all_fields_);
        request_.peer = peer_;
    } else {
        parser_ = &parsers_.emplace<http::RequestParser>(request_, header_text_);
    }
    request_.door = origin_.door;
    request_.is_by_unix_socket = origin_.is_unix_socket;
    request_.is_by_tls = secure_ != nullptr;
    request_.connection = origin_.number;
    if (origin_.universe) request_.port_universe = origin_.universe->universe;
}

// Feeds the bytes that have been read to the parser.
Progress HttpSession::parse() {
    while (!parser_->is_done()) {
        if (buffer_.size() == 0) return Progress::NeedMore;
        boost::system::error_code error;
        buffer_.consume(parser_->put(buffer_.data(), error));
        if (!error) continue;
        const Progress progress = progress_of(error);
        // The parser requests more bytes despite so many unread ones only if a line has no end.
        const bool is_endless = progress == Progress::NeedMore && buffer_.size() > kLargeRead;
        return is_endless ? Progress::Malformed : progress;
    }
    return Progress::Complete;
}

// Waking a sleeping client costs as much as a small request. Therefore, a quick reply waits until
// the requests that have arrived in the meantime are handled, and all replies are sent in a row:
// the first one wakes the client, which then finds the others.
bool HttpSession::lets_others_go_first(SteadyClock::time_point begin) const {
    return worker_.has_several_connections() && SteadyClock::now() - begin < kLongWork;
}

// Reads the first bytes, which show whether the client uses TLS. Returns false if it has
// disconnected.
http::Awaitable<bool> HttpSession::begin_connection() {
    const auto [error, bytes] =
        co_await socket().async_read_some(buffer_.prepare(kSmallRead), http::kAwait);
    if (error) {
        rests_ = connection_.is_to_rest() && socket().is_open() &&
                 error == asio::error::operation_aborted;
        co_return false;
    }
    has_begun_ = true;
    buffer_.commit(bytes);
    const std::string_view begun(static_cast<const char*>(buffer_.data().data()), bytes);
    if (!tls::begins_tls(begun.front())) co_return true;
    secure_ = std::make_unique<SecureStream>(socket(), *services_.tls, begun);
    buffer_.clear();
    co_return true;
}

// The encrypted bytes of a request may also arrive in parts, and the same time limits apply to
// them.
http::Awaitable<bool> HttpSession::read_secure() {
    for (;;) {
        const auto taken = secure_->take(buffer_.prepare(read_bytes_));
        if (taken.state == tls::Connection::State::Some) {
            buffer_.commit(taken.bytes);
            note_progress();
            co_return true;
        }
        if (taken.state == tls::Connection::State::Ended) {
            co_await secure_->flush();
            co_return false;
        }
        const bool is_between = !parser_->got_some() && buffer_.size() == 0;
        const bool is_idle = is_between && !secure_->is_amid_message();
        if (is_idle) {
            connection_.enter(Phase::Idle);
        } else {
            note_progress();
        }
        if (!co_await secure_->receive()) {
            rests_ = is_idle && connection_.is_to_rest() && socket().is_open();
            co_return false;
        }
    }
}

http::Awaitable<bool> HttpSession::read_more() {
    if (parser_->is_header_done() && std::exchange(request_.expects_continue, false)) {
        constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
        if (secure_ != nullptr) {
            secure_->send({asio::buffer(kContinue), asio::const_buffer()});
        } else {
            const auto [error, written] =
                co_await asio::async_write(socket(), asio::buffer(kContinue), http::kAwait);
            if (error) co_return false;
        }
    }
    if (secure_ != nullptr) co_return co_await read_secure();
    const auto [error, bytes] =
        co_await socket().async_read_some(buffer_.prepare(read_bytes_), http::kAwait);
    if (error) {
        rests_ = connection_.is_to_rest() && socket().is_open() && !parser_->got_some() &&
                 buffer_.size() == 0 && error == asio::error::operation_aborted;
        co_return false;
    }
    buffer_.commit(bytes);
    if (bytes == read_bytes_) read_bytes_ = kLargeRead;
    note_progress();
    co_return true;
}

// Records that part of a request has arrived.
void HttpSession::note_progress() {
    connection_.enter(parser_->is_header_done() ? Phase::InBody : Phase::Receiving);
}

bool HttpSession::keep(std::size_t bytes) {
    if (bytes == kept_) return true;
    const bool has_room = worker_.load().keep(kept_, bytes);
    kept_ = has_room ? bytes : 0;
    return has_room;
}

// Counts the bytes of an incomplete request. A small one does not count, because it fits into the
// buffer that every session has.
bool HttpSession::keep_request() {
    const std::size_t bytes = buffer_.size() + request_.body.size();
    return bytes <= kSmallRead ? keep(0) : keep(bytes);
}

// Also returns false if everything that the reply shows is already durable.
bool HttpSession::waits_for_disk(const http::Reply& reply) const {
    if (reply.journal_ticket == engine::JournalTicket{} || !services_.gate) return false;
    return services_.gate->outcome(reply.journal_ticket) != std::optional(true);
}

// Holds the reply back until everything that it shows is durable; other connections continue.
http::Awaitable<http::Reply> HttpSession::await_durability(http::Reply reply) {
    const auto known = services_.gate->outcome(reply.journal_ticket);
    const bool is_durable =
        known ? *known : co_await services_.gate->wait(worker_.number(), reply.journal_ticket);
    if (is_durable) co_return reply;
    co_return services_.dispatcher.handle_lost_write(request_, reply);
}

std::array<asio::const_buffer, 2> HttpSession::reply_bytes(const http::Reply& reply) const {
    const bool has_body = request_.method != "HEAD";
    return {asio::buffer(head_), has_body ? asio::buffer(reply.body) : asio::const_buffer()};
}

void HttpSession::write_head(const http::Reply& reply, bool keeps_alive) {
    const http::ConnectionHeader connection = !keeps_alive ? http::ConnectionHeader::Close
                                              : request_.is_http_11
                                                  ? http::ConnectionHeader::None
                                                  : http::ConnectionHeader::KeepAlive;
    const bool is_dated = reply.date != engine::kBeforeAll;
    const engine::Instant date = is_dated ? reply.date : services_.clock.now();
    worker_.head_writer().write(head_, reply, connection, date);
}

// Writes as much as the socket accepts immediately, which nearly always is everything.
Sent HttpSession::send(const http::Reply& reply, bool keeps_alive) {
    write_head(reply, keeps_alive);
    const auto buffers = reply_bytes(reply);
    if (secure_ != nullptr) return send_secure(buffers);
    http::ErrorCode error;
    sent_ = socket().write_some(buffers, error);
    if (error && error != asio::error::would_block) return Sent::Failed;
    return sent_ == asio::buffer_size(buffers) ? Sent::All : Sent::Partly;
}

Sent HttpSession::send_secure(const std::array<asio::const_buffer, 2>& pieces) {
    if (!secure_->send(pieces)) return Sent::Failed;
    return secure_->has_unsent() ? Sent::Partly : Sent::All;
}

http::Awaitable<bool> HttpSession::send_rest(const http::Reply& reply) {
    if (!keep(reply.body.size())) co_return false;
    connection_.enter(Phase::Sending);
    if (secure_ != nullptr) {
        const bool is_sent = co_await secure_->flush();
        keep(0);
        co_return is_sent;
    }
    auto buffers = reply_bytes(reply);
    const std::size_t of_head = std::min(sent_, buffers[0].size());
    buffers[0] += of_head;
    buffers[1] += sent_ - of_head;
    while (asio::buffer_size(buffers) != 0) {
        const auto [error, bytes] = co_await socket().async_write_some(buffers, http::kAwait);
        if (error) co_return false;
        const std::size_t from_head = std::min(bytes, buffers[0].size());
        buffers[0] += from_head;
        buffers[1] += bytes - from_head;
        connection_.enter(Phase::Sending);
    }
    keep(0);
    co_return true;
}

// Answers a request that will not be read to its end. Closing with unread bytes would make the
// kernel reset the connection, and the client might never see the reply. Therefore, continues
// reading for a while.
http::Awaitable<void> HttpSession::refuse(http::Reply reply) {
    constexpr std::size_t kPatience = 64u << 20;
    const Sent sent = send(reply, false);
    if (sent == Sent::Failed) co_return;
    if (sent == Sent::Partly && !co_await send_rest(reply)) co_return;
    http::ErrorCode failed;
    if (secure_ != nullptr) secure_->end();
    socket().shutdown(http::Socket::shutdown_send, failed);
    connection_.enter(Phase::Idle);
    for (std::size_t ignored = 0; !failed && ignored < kPatience;) {
        buffer_.clear();
        const auto [error, bytes] =
            co_await socket().async_read_some(buffer_.prepare(kLargeRead), http::kAwait);
        failed = error;
        ignored += bytes;
    }
}

// Applies a reply's delay or fault. Returns false if the connection is over.
http::Awaitable<bool> HttpSession::misbehave(const http::Reply& reply) {
    if (reply.delay_ms > 0) co_await delay(std::chrono::milliseconds(reply.delay_ms));
    switch (reply.delivery) {
        case http::Delivery::Whole:
        case http::Delivery::WrongChecksum: co_return true;
        case http::Delivery::Dropped: co_return false;
        case http::Delivery::Truncated: co_await send_half(reply); co_return false;
    }
    co_return true;
}

// Ends early if the server stops, so that the reply is still sent within the grace period.
http::Awaitable<void> HttpSession::delay(std::chrono::milliseconds duration) {
    http::SteadyTimer timer(worker_.context());
    const auto end = SteadyClock::now() + duration;
    while (SteadyClock::now() < end && !worker_.is_stopping()) {
        timer.expires_at(std::min(end, SteadyClock::now() + kDelaySlice));
        co_await timer.async_wait(http::kAwait);
    }
}

// Cuts a reply without a body within its head.
http::Awaitable<void> HttpSession::send_half(const http::Reply& reply) {
    connection_.enter(Phase::Sending);
    write_head(reply, true);
    auto buffers = reply_bytes(reply);
    asio::const_buffer& cut = buffers[buffers[1].size() == 0 ? 0 : 1];
    cut = asio::buffer(cut, cut.size() / 2);
    if (secure_ != nullptr) {
        secure_->send(buffers);
        co_await secure_->flush();
        co_return;
    }
    co_await asio::async_write(socket(), buffers, http::kAwait);
}

// The main loop: reads, parses, answers and sends, until the connection ends. A small request on a
// quiet connection waits for its bytes, and costs one read and one write.
http::Awaitable<void> HttpSession::run() {
    bool keeps_alive = true;
    if (services_.tls != nullptr && !has_begun_ && !co_await begin_connection()) co_return;
    while (keeps_alive) {
        begin_request();
        Progress progress = parse();
        while (progress == Progress::NeedMore) {
            if (worker_.is_stopping() && is_quiet()) co_return;
            if (!co_await read_more()) co_return;
            progress = parse();
            if (progress != Progress::NeedMore) break;
            note_progress();
            if (!keep_request()) progress = Progress::NoRoom;
        }
        if (kept_ != 0) keep(0);
        if (progress != Progress::Complete) {
            co_await refuse(refusal(progress));
            co_return;
        }
        if (origin_.universe && !origin_.universe->is_open) co_return;
        connection_.enter(Phase::Working);
        const auto begin = SteadyClock::now();
        const std::uint64_t number = worker_.count_request();
        http::Reply reply;
        if (services_.dispatcher.may_take_long(request_)) {
            reply =
                co_await dispatch::answer_elsewhere(services_.helpers, worker_.context(), [this] {
                    return services_.dispatcher.handle(request_);
                });
        } else {
            reply = services_.dispatcher.handle(request_);
        }
        if (waits_for_disk(reply)) {
            reply = co_await await_durability(std::move(reply));
        } else if (lets_others_go_first(begin)) {
            co_await asio::post(worker_.context(), http::kAwait);
        }
        if (!reply.is_plain() && !co_await misbehave(reply)) break;
        keeps_alive = parser_->keep_alive() && !worker_.is_stopping();
        const Sent sent = send(reply, keeps_alive);
        if (sent == Sent::Failed) co_return;
        if (sent == Sent::Partly && !co_await send_rest(reply)) co_return;
        // If other connections are active, the next request will have arrived after their turn. An
        // immediate read would find nothing, and costs as much as a successful one.
        const bool is_next_to_come = keeps_alive && buffer_.size() == 0;
        if (is_next_to_come && worker_.requests() != number) {
            co_await asio::post(worker_.context(), http::kAwait);
        }
    }
    if (secure_ != nullptr) secure_->end();
    http::ErrorCode ignored;
    socket().shutdown(http::Socket::shutdown_both, ignored);
}

}  // namespace

http::Awaitable<bool> run_session(OpenConnection& open, const SessionServices& services) {
    HttpSession session(open, services);
    co_await session.run();
    co_return session.rests();
}

}  // namespace stator::emulator::server
