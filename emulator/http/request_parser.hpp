// RequestParser: Beast's incremental HTTP parser, which keeps only the parts of a request that
// Stator reads.
//
// Only http_session.cpp and request_parser.cpp include this header, because it includes Beast. One
// parser reads one request. Header values are copied into `text`, a string that the connection
// reuses from request to request, so headers cost no allocation.
#pragma once

#include <boost/beast/http/basic_parser.hpp>
#include <string>
#include <vector>

#include "emulator/http/http_message.hpp"

namespace stator::emulator::http {

// Maximum size of request line and headers. AWS: larger requests get 400. [case wire/size_limits]
inline constexpr std::size_t kMaxHeaderBytes = 16'384;

class RequestParser : public boost::beast::http::basic_parser<true> {
public:
    using ErrorCode = boost::beast::error_code;
    using Text = boost::beast::string_view;
    using Field = boost::beast::http::field;

    // Fills `request`, whose views then refer to `text`. Both are cleared first.
    RequestParser(HttpRequest& request, std::string& text);

protected:
    void on_field_impl(Field field, Text name, Text value, ErrorCode& error) override;
    void on_header_impl(ErrorCode& error) override;

    HttpRequest& request() { return request_; }

    bool is_trailer() const { return is_trailer_; }

private:
    std::string_view keep(Text value, ErrorCode& error);
    bool count(std::size_t bytes, ErrorCode& error);

    void on_request_impl(
        boost::beast::http::verb, Text method, Text target, int version, ErrorCode& error
    ) override;
    void on_response_impl(int status, Text reason, int version, ErrorCode& error) override;
    void on_body_init_impl(const boost::optional<std::uint64_t>& content_length, ErrorCode& error)
        override;
    std::size_t on_body_impl(Text body, ErrorCode& error) override;
    void on_chunk_header_impl(std::uint64_t size, Text extensions, ErrorCode& error) override;
    std::size_t on_chunk_body_impl(std::uint64_t remain, Text body, ErrorCode& error) override;
    void on_finish_impl(ErrorCode& error) override;

    HttpRequest& request_;
    std::string& text_;
    std::size_t header_bytes_ = 0;
    bool is_trailer_ = false;
};

// All headers of a request, and the storage that they refer to.
struct AllFields {
    std::string text;
    std::vector<signing::HeaderField> fields;
};

// Also keeps all headers, for checking the request's signature.
class FieldKeepingParser final : public RequestParser {
public:
    FieldKeepingParser(HttpRequest& request, std::string& text, AllFields& all);

private:
    void on_field_impl(Field field, Text name, Text value, ErrorCode& error) override;
    void on_header_impl(ErrorCode& error) override;

    std::string_view keep_too(Text text);

    AllFields& all_;
};

}  // namespace stator::emulator::http
