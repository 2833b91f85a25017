#include "transport/http_message.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "transport/header_text.hpp"

namespace stator::transport {
namespace {

constexpr std::size_t kChunkBytes = 64 * 1024;

std::string hexadecimal(std::size_t number) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    return {digits.data(), end};
}

void append_chunks(std::string& bytes, std::string_view body) {
    while (!body.empty()) {
        const std::string_view chunk = body.substr(0, kChunkBytes);
        bytes.append(hexadecimal(chunk.size())).append("\r\n").append(chunk).append("\r\n");
        body.remove_prefix(chunk.size());
    }
    bytes.append("0\r\n\r\n");
}

void append_header(std::string& bytes, std::string_view name, std::string_view value) {
    bytes.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

std::string to_lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), ascii_lower);
    return result;
}

const std::string* find_header(const HttpHeaders& headers, std::string_view name) {
    for (const HttpHeader& header : headers) {
        if (equals_ignoring_case(header.name, name)) return &header.value;
    }
    return nullptr;
}

std::string to_bytes(const HttpRequest& request, std::string_view host) {
    constexpr std::size_t kUsualHeadBytes = 1'024;
    std::string bytes;
    bytes.reserve(kUsualHeadBytes + request.body.size());
    bytes.append(request.method).append(" ").append(request.path).append(" HTTP/1.1\r\n");
    if (find_header(request.headers, "Host") == nullptr) append_header(bytes, "Host", host);
    for (const HttpHeader& header : request.headers) {
        append_header(bytes, header.name, header.value);
    }
    if (request.is_chunked) {
        append_header(bytes, "Transfer-Encoding", "chunked");
    } else if (find_header(request.headers, "Content-Length") == nullptr) {
        append_header(bytes, "Content-Length", std::to_string(request.body.size()));
    }
    bytes.append("\r\n");
    if (request.is_chunked) {
        append_chunks(bytes, request.body);
    } else {
        bytes.append(request.body);
    }
    return bytes;
}

}  // namespace stator::transport
