#include "transport/reply_reader.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

#include "transport/header_text.hpp"

namespace stator::transport {
namespace {

constexpr std::size_t kHeadBytesMax = 1 << 20;
constexpr std::size_t kBodyBytesMax = std::size_t{1} << 30U;
constexpr std::size_t kLeastRead = 65'536;

std::size_t parse_size(std::string_view text, int base) {
    std::size_t size = 0;
    const std::string_view digits = trimmed(text);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), size, base);
    if (error != std::errc{} || end == digits.data()) {
        throw BrokenReplyError("the reply has an unreadable length '" + std::string(text) + "'");
    }
    return size;
}

// Reads the status from "HTTP/1.1 200 OK", in which the reason after the number may be missing.
int parse_status(std::string_view line) {
    int status = 0;
    const char* const digits = line.data() + std::min<std::size_t>(line.size(), 9);
    const auto end = std::from_chars(digits, line.data() + line.size(), status).ptr;
    const bool ends_well = end == line.data() + line.size() || *end == ' ';
    if (!line.starts_with("HTTP/1.") || end != digits + 3 || !ends_well) {
        throw BrokenReplyError("the reply is not HTTP: '" + std::string(line.substr(0, 80)) + "'");
    }
    return status;
}

bool has_value(const HttpHeaders& headers, std::string_view name, std::string_view value) {
    const std::string* found = find_header(headers, name);
    return found != nullptr && equals_ignoring_case(*found, value);
}

}  // namespace

bool ReplyReader::read_more() {
    if (buffer_.size() - end_ < kLeastRead) move_to_front();
    if (buffer_.size() - end_ < kLeastRead) buffer_.resize(end_ + kLeastRead);
    const std::size_t count =
        stream_.read_some(std::span(buffer_).subspan(end_, kLeastRead), deadline_);
    end_ += count;
    has_begun_ = has_begun_ || count > 0;
    return count > 0;
}

void ReplyReader::move_to_front() {
    if (begin_ == 0) return;
    std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
    end_ -= begin_;
    begin_ = 0;
}

void ReplyReader::require_more() {
    if (read_more()) return;
    if (has_begun_) throw BrokenReplyError("the connection was closed in the middle of the reply");
    throw TransportError("the connection was closed without a reply");
}

// The buffer grows at most to twice the received bytes.
void ReplyReader::read_up_to(std::size_t size) {
    if (unread().size() < size) move_to_front();
    while (unread().size() < size) {
        if (end_ == buffer_.size()) buffer_.resize(std::min(size, 2 * end_ + kLeastRead));
        const std::size_t most = std::min(size, buffer_.size()) - end_;
        const std::size_t count =
            stream_.read_some(std::span(buffer_).subspan(end_, most), deadline_);
        if (count == 0) {
            throw BrokenReplyError("the connection was closed in the middle of the reply");
        }
        end_ += count;
    }
}

std::string ReplyReader::take_line() {
    std::size_t size = 0;
    while ((size = unread().find('\n', searched_)) == std::string::npos) {
        searched_ = unread().size();
        if (searched_ > kHeadBytesMax) throw BrokenReplyError("the reply has an endless line");
        require_more();
    }
    std::string line(unread().substr(0, size));
    if (line.ends_with('\r')) line.pop_back();
    skip(size + 1);
    searched_ = 0;
    return line;
}

void ReplyReader::skip(std::size_t size) {
    begin_ += size;
    if (begin_ == end_) begin_ = end_ = 0;
}

std::string ReplyReader::take(std::size_t size) {
    if (size > kBodyBytesMax) throw BrokenReplyError("the reply is absurdly long");
    read_up_to(size);
    // A small body must not keep a large buffer alive.
    if (unread().size() != size || size < buffer_.size() / 2) {
        std::string bytes(unread().substr(0, size));
        skip(size);
        return bytes;
    }
    move_to_front();
    std::string bytes = std::exchange(buffer_, {});
    end_ = 0;
    bytes.resize(size);
    return bytes;
}

std::string ReplyReader::take_all() {
    while (read_more()) {
        if (unread().size() > kBodyBytesMax) throw BrokenReplyError("the reply has no end");
    }
    return take(unread().size());
}

std::string ReplyReader::take_chunks() {
    std::string body;
    for (;;) {
        const std::string line = take_line();
        const std::size_t size = parse_size(std::string_view(line).substr(0, line.find(';')), 16);
        if (size == 0) break;
        body += take(size);
        take_line();
    }
    while (!take_line().empty()) {
    }
    return body;
}

HttpReply ReplyReader::take_head() {
    HttpReply reply;
    reply.status = parse_status(take_line());
    for (;;) {
        const std::string line = take_line();
        if (line.empty()) return reply;
        std::string_view value = line;
        const std::string_view name = take_until(value, ':');
        reply.headers.push_back({std::string(name), std::string(trimmed(value))});
    }
}

ReadReply ReplyReader::read(bool is_head, Deadline deadline) {
    deadline_ = deadline;
    has_begun_ = !unread().empty();
    ReadReply result{take_head()};
    HttpReply& reply = result.reply;
    result.keeps_alive = !has_value(reply.headers, "Connection", "close");
    const bool is_announcement = reply.status / 100 == 1;
    if (is_head || is_announcement || reply.status == 204 || reply.status == 304) return result;
    if (has_value(reply.headers, "Transfer-Encoding", "chunked")) {
        reply.body = take_chunks();
    } else if (const std::string* length = find_header(reply.headers, "Content-Length")) {
        reply.body = take(parse_size(*length, 10));
    } else {
        reply.body = take_all();
        result.keeps_alive = false;
    }
    return result;
}

bool ReplyReader::is_at_end(Deadline deadline) {
    deadline_ = deadline;
    return unread().empty() && !read_more();
}

ReadReply read_reply(ByteStream& stream, bool is_head, Deadline deadline, std::string memory) {
    ReplyReader reader(stream, std::move(memory));
    for (;;) {
        ReadReply result = reader.read(is_head, deadline);
        if (result.reply.status / 100 != 1) return result;
    }
}

}  // namespace stator::transport
