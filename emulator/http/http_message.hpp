// HttpRequest and Reply: the dispatcher's view of HTTP, independent of any HTTP library. Values.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "emulator/base/media_types.hpp"
#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "signing/header_field.hpp"

namespace stator::emulator::http {

// The listening socket at which a request arrived: the main one, or the admin API's own.
enum class Door : unsigned char { Main, Admin };

// Everything that Stator reads of a request. The views refer to the connection's storage and are
// valid until its next request. A missing header is "". If a header is repeated, the first one
// counts, except for Content-Encoding, which becomes "repeated", a name that no codec has.
struct HttpRequest {
    std::string_view method;
    std::string_view target;  // path with query string, as sent

    std::string_view host;
    std::string_view content_type;
    std::string_view content_encoding;
    std::string_view accept;
    std::string_view accept_encoding;
    std::string_view amz_target;
    std::string_view authorization;
    std::string_view amz_date;
    std::string_view date;
    std::string_view origin;
    std::string_view if_none_match;
    std::string_view access_control_request_method;
    std::string_view access_control_request_headers;
    std::string_view stator_fault;  // X-Stator-Fault: the fault to inject into this request
    std::string_view stator_label;  // X-Stator-Label: the label of this request in the request log
    // X-Stator-Admin-Token: for the admin API; the Authorization header is used by signatures
    std::string_view stator_admin_token;
    // The universe that the request selects with X-Stator-Universe or with a path "/u/NAME", which
    // is then removed from the target; "" if it selects none.
    std::string_view stator_universe;
    // The universe of all requests at this port; "" at ports that serve all universes.
    std::string_view port_universe;

    // The target before the universe's path was removed; "" if it had none.
    std::string_view sent_target;
    // All headers, unmodified, for signature checking. Empty if signatures are not checked.
    std::span<const signing::HeaderField> fields;
    // The client's address. Empty if signatures are not checked.
    std::string_view peer;

    std::string body;
    bool expects_continue = false;
    bool is_http_11 = true;  // false for HTTP/1.0
    Door door = Door::Main;
    bool is_by_unix_socket = false;
    bool is_quiet = false;  // from the console: not recorded or counted, no faults or throttling
    bool is_by_tls = false;
    std::uint64_t connection = 0;  // number of the connection; each connection has a different one

    // The target without its query string.
    std::string_view path() const { return target.substr(0, target.find('?')); }

    // The text after '?', or "".
    std::string_view query() const {
        const auto mark = target.find('?');
        return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    }
};

// How a reply is delivered to the client. All values except Whole are injected faults.
enum class Delivery : unsigned char {
    Whole,
    Dropped,        // no reply: the connection is closed instead
    Truncated,      // the head with the full length and half of the body, then the connection ends
    WrongChecksum,  // x-amz-crc32 is not the body's
};

// A reply before it is converted to bytes. content_type and content_encoding must be literals; ""
// omits the header.
struct Reply {
    int status = 200;
    std::string_view content_type = {};
    std::string_view content_encoding = {};
    std::string headers = {};  // further header lines, each with its CRLF
    std::string body = {};

    // The reply may be sent once this ticket of the journal is durable; 0: immediately.
    engine::JournalTicket journal_ticket = {};
    // The request's number in the request log; 0: it was not recorded.
    std::uint64_t record = 0;

    // The time on the universe's clock; kBeforeAll: the system time is used.
    engine::Instant date = engine::kBeforeAll;

    // The number that x-amzn-RequestId is derived from; 0: a random id.
    std::uint64_t request_number = 0;

    Delivery delivery = Delivery::Whole;
    // Delay in real milliseconds before anything is sent, after the reply is durable.
    std::int64_t delay_ms = 0;

    // True for a reply that is sent whole and without delay, like nearly every reply.
    bool is_plain() const { return (delay_ms | static_cast<std::int64_t>(delivery)) == 0; }
};

}  // namespace stator::emulator::http
