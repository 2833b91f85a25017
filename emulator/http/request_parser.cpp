#include "emulator/http/request_parser.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/http/error.hpp>

#include "emulator/base/header_text.hpp"
#include "emulator/http/kept_headers.hpp"
#include "protocol/base/limits.hpp"

namespace stator::emulator::http {
namespace {

namespace beast_http = boost::beast::http;

// Beast's constant for each of kKeptHeaders; `unknown` for those that Beast does not know.
const std::array<beast_http::field, kKeptHeaders.size()>& kept_fields() {
    static const auto fields = [] {
        std::array<beast_http::field, kKeptHeaders.size()> found{};
        for (std::size_t i = 0; i < found.size(); ++i) {
            const std::string_view name = kKeptHeaders[i].name;
            found[i] = beast_http::string_to_field({name.data(), name.size()});
        }
        return found;
    }();
    return fields;
}

std::string_view as_std(RequestParser::Text text) {
    return {text.data(), text.size()};
}

const KeptHeader* find_kept(beast_http::field field, std::string_view name) {
    const auto& fields = kept_fields();
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i] != field) continue;
        const KeptHeader& header = kKeptHeaders[i];
        if (field != beast_http::field::unknown) return &header;
        if (equals_ignoring_case(header.name, name)) return &header;
    }
    return nullptr;
}

}  // namespace

RequestParser::RequestParser(HttpRequest& request, std::string& text)
    : request_(request), text_(text) {
    std::string body = std::move(request.body);
    body.clear();
    request_ = HttpRequest{};
    request_.body = std::move(body);
    text_.clear();
    text_.reserve(kMaxHeaderBytes);  // never grows, so that views into it stay valid
    eager(true);
    body_limit(protocol::kMaxBodyBytes);
    header_limit(kMaxHeaderBytes);
}

// Beast limits the part that it has not parsed yet; DynamoDB limits the sum.
bool RequestParser::count(std::size_t bytes, ErrorCode& error) {
    header_bytes_ += bytes;
    if (header_bytes_ <= kMaxHeaderBytes) return true;
    error = beast_http::error::header_limit;
    return false;
}

std::string_view RequestParser::keep(Text value, ErrorCode& error) {
    if (text_.size() + value.size() > text_.capacity()) {
        error = beast_http::error::header_limit;
        return {};
    }
    const std::size_t start = text_.size();
    text_.append(value.data(), value.size());
    return std::string_view(text_).substr(start);
}

void RequestParser::on_request_impl(
    beast_http::verb, Text method, Text target, int version, ErrorCode& error
) {
    constexpr std::size_t kRest = sizeof("  HTTP/1.1\r\n") - 1;
    if (!count(method.size() + target.size() + kRest, error)) return;
    request_.method = keep(method, error);
    request_.target = keep(target, error);
    request_.is_http_11 = version == 11;
}

void RequestParser::on_response_impl(int, Text, int, ErrorCode&) {}

void RequestParser::on_field_impl(Field field, Text name, Text value, ErrorCode& error) {
    constexpr std::size_t kRest = sizeof(": \r\n") - 1;
    // Trailers of a chunked body are ignored.
    if (!count(name.size() + value.size() + kRest, error) || is_trailer_) return;
    // Beast accepts other codings and treats the body as empty, so the client's body would be
    // parsed as the next request.
    if (field == beast_http::field::transfer_encoding &&
        !equals_ignoring_case(as_std(value), "chunked")) {
        error = beast_http::error::bad_transfer_encoding;
        return;
    }
    if (field == beast_http::field::expect) {
        request_.expects_continue = equals_ignoring_case(as_std(value), "100-continue");
        return;
    }
    const KeptHeader* const kept = find_kept(field, as_std(name));
    if (!kept) return;
    const bool is_first = (request_.*kept->value).empty();
    keep_header(request_, kept->value, is_first ? keep(value, error) : as_std(value));
}

void RequestParser::on_header_impl(ErrorCode&) {
    is_trailer_ = true;
}

void RequestParser::
    on_body_init_impl(const boost::optional<std::uint64_t>& content_length, ErrorCode&) {
    // The announced length is not trusted: the buffer of a large body grows as it arrives.
    constexpr std::uint64_t kTrusted = 1 << 20;
    if (!content_length) return;
    request_.body.reserve(static_cast<std::size_t>(std::min(*content_length, kTrusted)));
}

std::size_t RequestParser::on_body_impl(Text body, ErrorCode&) {
    request_.body.append(body.data(), body.size());
    return body.size();
}

void RequestParser::on_chunk_header_impl(std::uint64_t, Text, ErrorCode&) {}

std::size_t RequestParser::on_chunk_body_impl(std::uint64_t, Text body, ErrorCode& error) {
    return on_body_impl(body, error);
}

void RequestParser::on_finish_impl(ErrorCode&) {}

FieldKeepingParser::FieldKeepingParser(HttpRequest& request, std::string& text, AllFields& all)
    : RequestParser(request, text), all_(all) {
    all_.text.clear();
    all_.text.reserve(kMaxHeaderBytes);
    all_.fields.clear();
}

// If a header does not fit, the base class rejects the request, because it counts the bytes.
std::string_view FieldKeepingParser::keep_too(Text text) {
    const std::size_t start = all_.text.size();
    if (start + text.size() > all_.text.capacity()) return {};
    all_.text.append(text.data(), text.size());
    return std::string_view(all_.text).substr(start);
}

void FieldKeepingParser::on_field_impl(Field field, Text name, Text value, ErrorCode& error) {
    RequestParser::on_field_impl(field, name, value, error);
    if (is_trailer()) return;
    all_.fields.push_back({keep_too(name), keep_too(value)});
}

void FieldKeepingParser::on_header_impl(ErrorCode& error) {
    RequestParser::on_header_impl(error);
    request().fields = all_.fields;
}

}  // namespace stator::emulator::http
