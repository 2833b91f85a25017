// A request's target, Authorization, X-Amz-Date and Date, one per line: the credentials read from
// them are whole or the error is one of three. Also, the same lines as access key and region:
// signed in the header and in the query string, they are read the same way.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "emulator/access/authentication/credentials.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using emulator::access::authentication::Credentials;
using emulator::http::HttpRequest;
using protocol::ErrorType;
using protocol::Result;

using Lines = std::array<std::string_view, 4>;

Lines lines_of(std::string_view text) {
    Lines lines;
    for (std::string_view& line : lines) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool same(const Result<Credentials>& one, const Result<Credentials>& two) {
    if (one.has_error() || two.has_error()) {
        return one.has_error() && two.has_error() && one.error().message == two.error().message;
    }
    return one->access_key == two->access_key && one->region == two->region;
}

void check_error(const protocol::ApiError& error) {
    require(
        error.type == ErrorType::InvalidSignatureException ||
            error.type == ErrorType::MissingAuthenticationTokenException ||
            error.type == ErrorType::IncompleteSignatureException,
        "an error of the signature",
        protocol::error_name(error.type)
    );
    require(!error.message.empty(), "a message");
    require(is_utf8(error.message), "messages are UTF-8", error.message);
}

void check_request(const Lines& lines) {
    HttpRequest request;
    request.target = lines[0];
    request.authorization = lines[1];
    request.amz_date = lines[2];
    request.date = lines[3];
    const auto credentials = emulator::access::authentication::read_credentials(request);
    require(
        same(credentials, emulator::access::authentication::read_credentials(request)),
        "deterministic"
    );
    if (credentials.has_error()) {
        check_error(credentials.error());
        return;
    }
    require(!credentials->region.empty(), "a region", credentials->access_key);
    require(is_utf8(credentials->region), "a region in UTF-8", credentials->region);
    require(credentials->region.find('/') == std::string::npos, "one part of the scope");
    // A date of either kind changes nothing if one is already present.
    request.amz_date = "20250101T000000Z";
    require(
        same(credentials, emulator::access::authentication::read_credentials(request)),
        "the date's form"
    );
}

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        encoded.push_back('%');
        encoded.push_back(kHex[byte >> 4]);
        encoded.push_back(kHex[byte & 0xF]);
    }
    return encoded;
}

// Letters, digits and other characters that occur in keys and regions.
bool is_plain(std::string_view text) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+";
    return !text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos;
}

void check_signed(std::string_view access_key, std::string_view region) {
    if (!is_plain(access_key) || !is_plain(region)) return;
    std::string scope(access_key);
    scope.append("/20250101/").append(region).append("/dynamodb/aws4_request");
    const std::string header =
        "AWS4-HMAC-SHA256 Credential=" + scope + ", SignedHeaders=host;x-amz-date, Signature=abc";
    const std::string target =
        "/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=" + percent_encoded(scope) +
        "&X-Amz-Date=20250101T000000Z&X-Amz-SignedHeaders=host"
        "&X-Amz-Signature=abc";
    HttpRequest by_header;
    by_header.target = "/";
    by_header.authorization = header;
    by_header.amz_date = "20250101T000000Z";
    HttpRequest by_query;
    by_query.target = target;
    for (const HttpRequest* request : {&by_header, &by_query}) {
        const auto credentials = emulator::access::authentication::read_credentials(*request);
        require(credentials.has_value(), "well signed", scope);
        require(credentials->access_key == access_key, "access key", scope);
        require(credentials->region == region, "region", scope);
    }
    by_header.target = target;
    const auto both = emulator::access::authentication::read_credentials(by_header);
    require(both.has_error(), "both forms at once", scope);
    require(both.error().type == ErrorType::InvalidSignatureException, "both forms", scope);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(credentials) {
    using namespace stator::fuzz;
    const Lines lines = lines_of({reinterpret_cast<const char*>(data), size});
    check_request(lines);
    check_signed(lines[0], lines[1]);
    return 0;
}
