#include "conformance/http/http_reply_reader.hpp"

#include <array>
#include <charconv>
#include <string>

namespace stator::conformance {
namespace {

constexpr std::size_t kHeadBytesMax = 1 << 20;
constexpr std::size_t kBodyBytesMax = std::size_t{1} << 30U;

std::string_view trimmed(std::string_view text) {
    const std::size_t start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos) return {};
    return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

/// The stream with what was read of it but not used yet.
class BufferedStream {
public:
    BufferedStream(ByteStream& stream, Deadline deadline) : stream_(stream), deadline_(deadline) {}

    /// A line without its line end.
    std::string take_line() {
        std::size_t end = 0;
        while ((end = buffer_.find('\n', searched_)) == std::string::npos) {
            searched_ = buffer_.size();
            if (searched_ > kHeadBytesMax) throw TransportError("the reply has an endless line");
            fill();
        }
        std::string line = buffer_.substr(0, end);
        if (line.ends_with('\r')) line.pop_back();
        buffer_.erase(0, end + 1);
        searched_ = 0;
        return line;
    }

    std::string take(std::size_t size) {
        if (size > kBodyBytesMax) throw TransportError("the reply is absurdly long");
        while (buffer_.size() < size) fill();
        std::string bytes = buffer_.substr(0, size);
        buffer_.erase(0, size);
        return bytes;
    }

    std::string take_all() {
        while (read()) {
            if (buffer_.size() > kBodyBytesMax) throw TransportError("the reply has no end");
        }
        return std::move(buffer_);
    }

private:
    bool read() {
        std::array<char, 65'536> chunk;
        const std::size_t count = stream_.read_some(chunk, deadline_);
        buffer_.append(chunk.data(), count);
        has_begun_ = has_begun_ || count > 0;
        return count > 0;
    }

    void fill() {
        if (read()) return;
        throw TransportError(
            has_begun_ ? "the connection was closed in the middle of the reply"
                       : "the connection was closed without a reply"
        );
    }

    ByteStream& stream_;
    Deadline deadline_;
    std::string buffer_;
    std::size_t searched_ = 0;
    bool has_begun_ = false;
};

std::size_t parse_size(std::string_view text, int base) {
    std::size_t size = 0;
    const std::string_view digits = trimmed(text);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), size, base);
    if (error != std::errc{} || end == digits.data()) {
        throw TransportError("the reply has an unreadable length '" + std::string(text) + "'");
    }
    return size;
}

HttpReply read_head(BufferedStream& stream) {
    HttpReply reply;
    const std::string status_line = stream.take_line();
    if (!status_line.starts_with("HTTP/1.") || status_line.size() < 12) {
        throw TransportError("the reply is not HTTP: '" + status_line.substr(0, 80) + "'");
    }
    reply.status = static_cast<int>(parse_size(status_line.substr(9, 3), 10));
    for (;;) {
        const std::string line = stream.take_line();
        if (line.empty()) return reply;
        const std::size_t colon = std::min(line.find(':'), line.size());
        const std::string_view value = std::string_view(line).substr(colon);
        reply.headers.push_back(
            {line.substr(0, colon), std::string(trimmed(value.empty() ? value : value.substr(1)))}
        );
    }
}

std::string read_chunks(BufferedStream& stream) {
    std::string body;
    for (;;) {
        const std::string line = stream.take_line();
        const std::size_t size = parse_size(std::string_view(line).substr(0, line.find(';')), 16);
        if (size == 0) break;
        body += stream.take(size);
        stream.take_line();
    }
    while (!stream.take_line().empty()) {
    }
    return body;
}

bool has_value(const HttpHeaders& headers, std::string_view name, std::string_view value) {
    const std::string* found = find_header(headers, name);
    return found != nullptr && equal_ignoring_case(*found, value);
}

}  // namespace

ReadReply read_reply(ByteStream& stream, bool is_head, Deadline deadline) {
    BufferedStream buffered(stream, deadline);
    ReadReply result;
    do {
        result.reply = read_head(buffered);
    } while (result.reply.status / 100 == 1);
    HttpReply& reply = result.reply;
    result.keeps_alive = !has_value(reply.headers, "Connection", "close");
    if (is_head || reply.status == 204 || reply.status == 304) return result;
    if (has_value(reply.headers, "Transfer-Encoding", "chunked")) {
        reply.body = read_chunks(buffered);
    } else if (const std::string* length = find_header(reply.headers, "Content-Length")) {
        reply.body = buffered.take(parse_size(*length, 10));
    } else {
        reply.body = buffered.take_all();
        result.keeps_alive = false;
    }
    return result;
}

}  // namespace stator::conformance
