#include "load/request.hpp"

#include <array>
#include <ctime>

namespace stator::bench {

namespace {

// `20260131T235959Z`, in UTC.
std::string amz_date_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 17> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts);
    return {text.data(), length};
}

}  // namespace

RequestWriter::RequestWriter(const Endpoint& endpoint) {
    const std::string date = amz_date_now();
    headers_ = "Host: " + endpoint.authority +
               "\r\nContent-Type: application/x-amz-json-1.0"
               "\r\nX-Amz-Date: " +
               date + "\r\nAuthorization: AWS4-HMAC-SHA256 Credential=AKIDSTATORBENCH/" +
               date.substr(0, 8) +
               "/us-east-1/dynamodb/aws4_request, "
               "SignedHeaders=content-type;host;x-amz-date;x-amz-target, "
               "Signature=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\r\n";
}

std::string RequestWriter::write(std::string_view operation, std::string_view body) const {
    std::string bytes = "POST / HTTP/1.1\r\n" + headers_ + "X-Amz-Target: DynamoDB_20120810.";
    bytes += operation;
    bytes += "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n";
    bytes += body;
    return bytes;
}

RequestTemplate::RequestTemplate(std::string bytes) : bytes_(std::move(bytes)) {
    std::size_t at = bytes_.find("@@");
    while (at != std::string::npos) {
        std::size_t end = bytes_.find_first_not_of('@', at);
        if (end == std::string::npos) end = bytes_.size();
        fields_.push_back({at, end - at});
        at = bytes_.find("@@", end);
    }
    for (std::size_t field = 0; field < fields_.size(); ++field) set(field, 0);
}

void RequestTemplate::set(std::size_t field, std::uint64_t value) noexcept {
    const auto [offset, width] = fields_[field];
    for (std::size_t at = offset + width; at > offset; --at) {
        bytes_[at - 1] = static_cast<char>('0' + value % 10);
        value /= 10;
    }
}

}  // namespace stator::bench
