#include "emulator/http/cors.hpp"

#include <algorithm>

#include "emulator/base/header_text.hpp"

namespace stator::emulator::http {
namespace {

void append_line(std::string& lines, std::string_view name, std::string_view value) {
    lines.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

CorsPolicy::CorsPolicy(std::string_view origins) {
    while (!origins.empty()) {
        const std::string_view origin = trimmed(take_until(origins, ','));
        if (!origin.empty()) origins_.emplace_back(origin);
    }
    if (std::find(origins_.begin(), origins_.end(), "*") != origins_.end()) origins_.clear();
}

bool CorsPolicy::allows(std::string_view origin) const {
    return origins_.empty() ||
           std::find(origins_.begin(), origins_.end(), origin) != origins_.end();
}

std::string CorsPolicy::header_lines(const HttpRequest& request) const {
    std::string lines;
    if (request.origin.empty() || !allows(request.origin)) return lines;
    append_line(lines, "Access-Control-Allow-Origin", origins_.empty() ? "*" : request.origin);
    if (!origins_.empty()) append_line(lines, "Vary", "Origin");
    append_line(
        lines,
        "Access-Control-Expose-Headers",
        "x-amzn-RequestId,x-amzn-ErrorType,x-amz-request-id,x-amz-errortype,x-amz-crc32,Date"
    );
    if (!is_preflight(request)) return lines;
    append_line(lines, "Access-Control-Max-Age", "172800");
    if (!request.access_control_request_headers.empty()) {
        append_line(lines, "Access-Control-Allow-Headers", request.access_control_request_headers);
    }
    if (!request.access_control_request_method.empty()) {
        append_line(lines, "Access-Control-Allow-Methods", request.access_control_request_method);
    }
    return lines;
}

}  // namespace stator::emulator::http
