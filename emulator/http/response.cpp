#include "emulator/http/response.hpp"

#include <libdeflate.h>

#include <array>
#include <ctime>

#include "protocol/base/number_text.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::http {
namespace {

using protocol::wire::JsonWriter;

void write_item_member(JsonWriter& writer, const protocol::values::ItemImage& item) {
    writer.key("Item");
    protocol::wire::write_item(writer, item);
}

void write_reasons(JsonWriter& writer, const protocol::ApiError& error) {
    writer.objects_member(
        "CancellationReasons",
        error.cancellation_reasons,
        [&](const protocol::CancellationReason& reason) {
            writer.string_member("Code", reason.code);
            if (reason.item) write_item_member(writer, *reason.item);
            if (!reason.message.empty()) writer.string_member("Message", reason.message);
        }
    );
}

// AWS: the two errors about throughput spell the member differently, as their models do.
void write_throttling_reasons(JsonWriter& writer, const protocol::ApiError& error) {
    const bool is_capital =
        error.type == protocol::ErrorType::ProvisionedThroughputExceededException ||
        error.type == protocol::ErrorType::RequestLimitExceeded;
    writer.begin_array(is_capital ? "ThrottlingReasons" : "throttlingReasons");
    for (const protocol::ThrottlingReason& reason : error.throttling_reasons) {
        writer.begin_object();
        writer.string_member("reason", reason.reason);
        writer.string_member("resource", reason.resource);
        writer.end_object();
    }
    writer.end_array();
}

// Returns "HTTP/1.1 200 OK" and so on, for the statuses that Stator uses.
std::string_view status_line(int status) {
    switch (status) {
        case 200: return "HTTP/1.1 200 OK\r\n";
        case 304: return "HTTP/1.1 304 Not Modified\r\n";
        case 400: return "HTTP/1.1 400 Bad Request\r\n";
        case 401: return "HTTP/1.1 401 Unauthorized\r\n";
        case 403: return "HTTP/1.1 403 Forbidden\r\n";
        case 404: return "HTTP/1.1 404 Not Found\r\n";
        case 405: return "HTTP/1.1 405 Method Not Allowed\r\n";
        case 408: return "HTTP/1.1 408 Request Timeout\r\n";
        case 409: return "HTTP/1.1 409 Conflict\r\n";
        case 413: return "HTTP/1.1 413 Payload Too Large\r\n";
        case 421: return "HTTP/1.1 421 Misdirected Request\r\n";
        case 503: return "HTTP/1.1 503 Service Unavailable\r\n";
        default: return "HTTP/1.1 500 Internal Server Error\r\n";
    }
}

std::string_view connection_line(ConnectionHeader connection) {
    switch (connection) {
        case ConnectionHeader::None: return {};
        case ConnectionHeader::Close: return "Connection: close\r\n";
        case ConnectionHeader::KeepAlive: return "Connection: keep-alive\r\n";
    }
    return {};
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
    if (value.empty()) return;
    out.append(name).append(value).append("\r\n");
}

// Returns the name of the message member. AWS: capitalised for these types. [case wire/error_body]
std::string_view message_member(protocol::ErrorType type) {
    const bool capitalised = type == protocol::ErrorType::AccessDeniedException ||
                             type == protocol::ErrorType::SerializationException ||
                             type == protocol::ErrorType::TransactionCanceledException;
    return capitalised ? "Message" : "message";
}

}  // namespace

std::string error_body(const protocol::ApiError& error) {
    const bool is_cancellation = error.type == protocol::ErrorType::TransactionCanceledException;
    std::string body;
    body.reserve(128 + error.message.size());
    JsonWriter writer(body);
    writer.begin_object();
    writer.key("__type");
    std::string type(protocol::error_prefix(error.type));
    writer.string(type.append("#").append(protocol::error_name(error.type)));
    if (is_cancellation) write_reasons(writer, error);
    if (error.item) write_item_member(writer, *error.item);
    if (!error.throttling_reasons.empty()) write_throttling_reasons(writer, error);
    if (!error.message.empty()) writer.string_member(message_member(error.type), error.message);
    writer.end_object();
    return body;
}

Reply error_reply(const protocol::ApiError& error, std::string_view content_type) {
    return {
        .status = protocol::error_status(error.type),
        .content_type = content_type,
        .body = error_body(error)};
}

Reply operation_reply(
    protocol::Result<std::string>& answer, std::string_view content_type, bool is_in_lines
) {
    if (answer.has_error()) return error_reply(answer.error(), content_type);
    return {.content_type = is_in_lines ? kJsonLines : content_type, .body = std::move(*answer)};
}

Reply not_found_reply() {
    // AWS: these 29 bytes, without a Content-Type. [case wire/not_found]
    return {.status = 404, .body = "<UnknownOperationException/>\n"};
}

Reply unsigned_reply() {
    // As DynamoDB Local; AWS's type ends in Exception. [observed 2026-11-24, version 3.3.1]
    return {
        .status = 400,
        .content_type = kAmzJson,
        .body = R"({"__type":"com.amazonaws.dynamodb.v20120810#MissingAuthenticationToken",)"
                R"("Message":"Request must contain either a valid (registered) AWS access key ID )"
                R"(or X.509 certificate."})"};
}

Reply malformed_reply(std::string_view sentence) {
    return {.status = 400, .content_type = kPlainText, .body = std::string(sentence)};
}

Reply too_large_reply() {
    return error_reply({protocol::ErrorType::RequestEntityTooLarge, ""}, kAmzJson);
}

void HeadWriter::write(
    std::string& head, const Reply& reply, ConnectionHeader connection, engine::Instant now
) {
    refresh_date(now);
    head.assign(status_line(reply.status));
    head.append(date_line_);
    append_header(head, "Content-Type: ", reply.content_type);
    append_header(head, "Content-Encoding: ", reply.content_encoding);
    head.append("x-amzn-RequestId: ");
    request_ids_.append(head, reply.request_number);
    // Replies in lines have no checksum, unless a fault requires a wrong one, which must be
    // visible.
    if (reply.content_type != kJsonLines || reply.delivery == Delivery::WrongChecksum) {
        head.append("\r\nx-amz-crc32: ");
        const std::uint32_t wrong = reply.delivery == Delivery::WrongChecksum ? 0xFFFF'FFFF : 0;
        protocol::append_integer(
            head, wrong ^ libdeflate_crc32(0, reply.body.data(), reply.body.size())
        );
    }
    head.append("\r\nContent-Length: ");
    protocol::append_integer(head, reply.body.size());
    head.append("\r\n").append(reply.headers).append(connection_line(connection)).append("\r\n");
}

void HeadWriter::refresh_date(engine::Instant now) {
    const std::int64_t second = now.unix_ms() / 1000;
    if (second == date_second_) return;
    date_second_ = second;
    const std::time_t time = second;
    std::tm utc{};
    gmtime_r(&time, &utc);
    // strftime uses English names, because the process never calls setlocale.
    std::array<char, 64> text{};
    const std::size_t length =
        std::strftime(text.data(), text.size(), "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &utc);
    date_line_.assign("Server: Server\r\n").append(text.data(), length);
}

}  // namespace stator::emulator::http
