// The headers that Stator reads of a request, and their members in HttpRequest.
#pragma once

#include <array>
#include <string_view>

#include "emulator/http/http_message.hpp"

namespace stator::emulator::http {

struct KeptHeader {
    std::string_view name;  // in lower case; requests may use any case
    std::string_view HttpRequest::*value;
};

inline constexpr std::array<KeptHeader, 17> kKeptHeaders = {{
    {"host", &HttpRequest::host},
    {"content-type", &HttpRequest::content_type},
    {"content-encoding", &HttpRequest::content_encoding},
    {"accept", &HttpRequest::accept},
    {"accept-encoding", &HttpRequest::accept_encoding},
    {"x-amz-target", &HttpRequest::amz_target},
    {"authorization", &HttpRequest::authorization},
    {"x-amz-date", &HttpRequest::amz_date},
    {"date", &HttpRequest::date},
    {"origin", &HttpRequest::origin},
    {"if-none-match", &HttpRequest::if_none_match},
    {"access-control-request-method", &HttpRequest::access_control_request_method},
    {"access-control-request-headers", &HttpRequest::access_control_request_headers},
    {"x-stator-fault", &HttpRequest::stator_fault},
    {"x-stator-label", &HttpRequest::stator_label},
    {"x-stator-universe", &HttpRequest::stator_universe},
    {"x-stator-admin-token", &HttpRequest::stator_admin_token},
}};

// Sets a member of `request` to the header's value. A repeated header is ignored, except for
// Content-Encoding, which becomes "repeated", a name that no codec has.
inline void keep_header(
    HttpRequest& request, std::string_view HttpRequest::*member, std::string_view value
) {
    std::string_view& slot = request.*member;
    if (slot.empty()) {
        slot = value;
    } else if (member == &HttpRequest::content_encoding) {
        slot = "repeated";
    }
}

}  // namespace stator::emulator::http
