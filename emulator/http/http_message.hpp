// HttpRequest and Reply: what the dispatcher sees of HTTP, free of any HTTP library. Values.
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

// The listening socket that a request came in by: the main one, or the admin API's own.
enum class Door : unsigned char { Main, Admin };

// Everything that Stator reads of a request. The views point into the connection's storage and are
// valid until its next request. A header that was not sent is "". Of a repeated header the first
// counts, except for Content-Encoding, which becomes "repeated", the name of no codec.
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
    std::string_view stator_label;  // X-Stator-Label: how the journal is to label this request
    // X-Stator-Admin-Token: for the admin API, where Authorization is a signature's
    std::string_view stator_admin_token;
    // The universe that the request asks for, by X-Stator-Universe or by a path "/u/NAME", which
    // the target does not show then; "" when it asks for none.
    std::string_view stator_universe;
    // The universe that everything belongs to that comes by this port; "" at any other port.
    std::string_view port_universe;

    // The target before the universe's path was taken off; "" when there was none.
    std::string_view sent_target;
    // All headers as they came, for who checks the signature; none where nobody does.
    std::span<const signing::HeaderField> fields;
    // The client's address, likewise.
    std::string_view peer;

    std::string body;
    bool expects_continue = false;
    bool is_http_11 = true;  // not HTTP/1.0
    Door door = Door::Main;
    bool is_by_unix_socket = false;
    bool is_quiet = false;  // of the console: not recorded, no load, beyond faults and throttling
    bool is_by_tls = false;
    std::uint64_t connection = 0;  // the same for all requests of a connection, and for no others

    // Target without its query string.
    std::string_view path() const { return target.substr(0, target.find('?')); }

    // Text after '?', or "".
    std::string_view query() const {
        const auto mark = target.find('?');
        return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    }
};

// How a reply reaches the client. All values but Whole are injected faults.
enum class Delivery : unsigned char {
    Whole,
    Dropped,        // not at all: the connection is closed instead
    Truncated,      // the head with the full length, half of the body, and then the end
    WrongChecksum,  // x-amz-crc32 is not the body's
};

// A reply before it becomes bytes. content_type and content_encoding must be literals; "" leaves
// the header out.
struct Reply {
    int status = 200;
    std::string_view content_type = {};
    std::string_view content_encoding = {};
    std::string headers = {};  // further header lines, each with its CRLF
    std::string body = {};

    // The reply may be sent once this ticket of the journal is durable; 0 means at once.
    engine::JournalTicket journal_ticket = {};
    // The request's number in the journal of requests; 0: it was not recorded.
    std::uint64_t record = 0;

    // The time by the clock of the universe that answers; kBeforeAll: by the machine's.
    engine::Instant date = engine::kBeforeAll;

    // What x-amzn-RequestId derives from; 0: it may be any.
    std::uint64_t request_number = 0;

    Delivery delivery = Delivery::Whole;
    // Real milliseconds to wait before anything is sent, once the reply is durable.
    std::int64_t delay_ms = 0;

    // True for a reply that is sent whole and without delay, as nearly every reply is.
    bool is_plain() const { return (delay_ms | static_cast<std::int64_t>(delivery)) == 0; }
};

}  // namespace stator::emulator::http
