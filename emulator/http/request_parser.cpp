#include "emulator/http/request_parser.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/http/error.hpp>

#include "emulator/http/header_text.hpp"
#include "protocol/base/limits.hpp"

namespace stator::emulator::http {
namespace {

namespace beast_http = boost::beast::http;

struct KeptHeader {
    beast_http::field field;
    std::string_view name;  // only for fields that Beast does not know
    std::string_view HttpRequest::*value;
};

constexpr std::array<KeptHeader, 15> kKeptHeaders = {{
    {beast_http::field::host, {}, &HttpRequest::host},
    {beast_http::field::content_type, {}, &HttpRequest::content_type},
    {beast_http::field::content_encoding, {}, &HttpRequest::content_encoding},
    {beast_http::field::accept_encoding, {}, &HttpRequest::accept_encoding},
    {beast_http::field::unknown, "x-amz-target", &HttpRequest::amz_target},
    {beast_http::field::authorization, {}, &HttpRequest::authorization},
    {beast_http::field::unknown, "x-amz-date", &HttpRequest::amz_date},
    {beast_http::field::date, {}, &HttpRequest::date},
    {beast_http::field::origin, {}, &HttpRequest::origin},
    {beast_http::field::if_none_match, {}, &HttpRequest::if_none_match},
    {beast_http::field::access_control_request_method,
     {},
     &HttpRequest::access_control_request_method},
    {beast_http::field::access_control_request_headers,
     {},
     &HttpRequest::access_control_request_headers},
    {beast_http::field::unknown, "x-stator-fault", &HttpRequest::stator_fault},
    {beast_http::field::unknown, "x-stator-label", &HttpRequest::stator_label},
    {beast_http::field::unknown, "x-stator-universe", &HttpRequest::stator_universe},
}};

std::string_view as_std(RequestParser::Text text) {
    return {text.data(), text.size()};
}

const KeptHeader* find_kept(beast_http::field field, std::string_view name) {
    for (const KeptHeader& header : kKeptHeaders) {
        if (header.field != field) continue;
        if (header.name.empty() || equals_ignoring_case(header.name, name)) return &header;
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
    text_.reserve(kMaxHeaderBytes);  // never grows, so views into it stay good
    eager(true);
    body_limit(protocol::kMaxBodyBytes);
    header_limit(kMaxHeaderBytes);
}

// Beast limits what it has not understood yet; DynamoDB limits the sum.
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
    // Trailers of a chunked body have no say.
    if (!count(name.size() + value.size() + kRest, error) || is_trailer_) return;
    if (field == beast_http::field::expect) {
        request_.expects_continue = equals_ignoring_case(as_std(value), "100-continue");
        return;
    }
    const KeptHeader* const kept = find_kept(field, as_std(name));
    if (!kept) return;
    std::string_view& slot = request_.*kept->value;
    if (slot.empty()) {
        slot = keep(value, error);
    } else if (field == beast_http::field::content_encoding) {
        slot = "repeated";
    }
}

void RequestParser::on_header_impl(ErrorCode&) {
    is_trailer_ = true;
}

void RequestParser::
    on_body_init_impl(const boost::optional<std::uint64_t>& content_length, ErrorCode&) {
    // What a client announces is not yet sent: large bodies grow as they come.
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

}  // namespace stator::emulator::http
