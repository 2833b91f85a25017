#include "libstator/request.hpp"

#include "emulator/access/authentication/credentials.hpp"
#include "emulator/base/header_text.hpp"
#include "emulator/http/kept_headers.hpp"
#include "emulator/operations/operation_table.hpp"

namespace stator::libstator {
namespace {

namespace http = emulator::http;

constexpr std::string_view kUsualHost = "localhost";
constexpr std::string_view kUsualAccessKey = "test";
constexpr std::string_view kTables = "DynamoDB_20120810.";
constexpr std::string_view kStreams = "DynamoDBStreams_20120810.";
// The date of a signature is not checked, but it must be present.
constexpr std::string_view kSigningDate = "20260101T000000Z";

std::string_view text_or(const char* text, std::string_view otherwise) {
    return text == nullptr ? otherwise : std::string_view(text);
}

void read_header(std::string_view line, http::HttpRequest& request) {
    const std::string_view name = emulator::take_until(line, ':');
    for (const http::KeptHeader& header : http::kKeptHeaders) {
        if (header.name.size() != name.size()) continue;
        if (!emulator::equals_ignoring_case(header.name, name)) continue;
        return http::keep_header(request, header.value, emulator::trimmed(line));
    }
}

void read_headers(std::string_view lines, http::HttpRequest& request) {
    while (!lines.empty()) {
        std::string_view line = emulator::take_until(lines, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        read_header(line, request);
    }
}

void append_target(std::string& to, std::string_view operation) {
    if (operation.find('.') != std::string_view::npos) {
        to = operation;
        return;
    }
    const bool is_of_streams = emulator::operations::find_operation(operation, true) != nullptr;
    to.assign(is_of_streams ? kStreams : kTables).append(operation);
}

// Appends a header in the form of a signature; the signature itself is not checked.
void append_authorization(std::string& to, std::string_view access_key, std::string_view region) {
    to.reserve(160);
    to.append("AWS4-HMAC-SHA256 Credential=").append(access_key).append("/20260101/");
    to.append(region).append("/dynamodb/aws4_request,SignedHeaders=host,Signature=0");
}

// Adds the headers that DynamoDB requires and that the request lacks.
void complete(const stator_request& asked, ReadRequest& read) {
    http::HttpRequest& request = read.request;
    if (request.content_type.empty()) request.content_type = emulator::kAmzJson;
    if (request.amz_target.empty()) {
        append_target(read.amz_target, asked.operation);
        request.amz_target = read.amz_target;
    }
    if (!request.authorization.empty()) return;
    append_authorization(
        read.authorization,
        text_or(asked.access_key, kUsualAccessKey),
        text_or(asked.region, emulator::access::authentication::kDefaultRegion)
    );
    request.authorization = read.authorization;
    if (request.amz_date.empty()) request.amz_date = kSigningDate;
}

}  // namespace

void read_request(const stator_request& asked, ReadRequest& read) {
    http::HttpRequest& request = read.request;
    request.method = "POST";
    request.target = text_or(asked.path, "/");
    if (asked.headers != nullptr) read_headers(asked.headers, request);
    if (request.host.empty()) request.host = kUsualHost;
    if (request.stator_universe.empty()) request.stator_universe = text_or(asked.universe, {});
    if (asked.body != nullptr) request.body.assign(asked.body, asked.body_size);
    if (asked.operation != nullptr) complete(asked, read);
}

KeptRequest::KeptRequest(const stator_request& asked) : asked_(asked) {
    keep(asked_.operation);
    keep(asked_.headers);
    keep(asked_.path);
    keep(asked_.universe);
    keep(asked_.region);
    keep(asked_.access_key);
    if (asked_.body == nullptr) return;
    texts_[kept_].assign(asked_.body, asked_.body_size);
    asked_.body = texts_[kept_].data();
}

void KeptRequest::keep(const char*& text) {
    if (text == nullptr) return;
    texts_[kept_] = text;
    text = texts_[kept_++].c_str();
}

}  // namespace stator::libstator
