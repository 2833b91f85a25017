// RequestContext: who asks, and when. RequestOutcome: what a request leaves besides its reply. One
// of each per request, never shared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/place.hpp"
#include "protocol/errors/regions.hpp"

namespace stator::engine {

struct RequestContext {
    Place place;             // its region is the SigV4 scope's, "us-east-1" by default
    std::string access_key;  // as the client sent it
    std::string host;        // the Host header, for DescribeEndpoints
    // The region whose DynamoDB the answers imitate; "" for that of `place`. Must outlive this.
    std::string_view behaves_like = {};
    Instant now = {};  // by the engine's clock
    // Identifies the connection; it may decide which replica is read.
    std::uint64_t connection = 0;
    // Somebody looks in from beside the program under test, as the console does. What it asks is
    // done as ever, but meets no throughput, counts as no load, and leaves what is drawn for the
    // program's own reads as it was.
    bool is_observer = false;
    // The last commit when the request came, while any read may look into the past: what is
    // committed after it need not be seen. By default the request sees the present.
    SequenceNumber begun{std::numeric_limits<std::uint64_t>::max()};
    // The request's text where it was parsed in place, for an operation whose errors say where
    // something stands in it.
    std::string_view body = {};

    // Borrows from this.
    errors::Region answering_region() const {
        return {behaves_like.empty() ? std::string_view(place.region) : behaves_like};
    }
};

struct RequestOutcome {
    // What must be durable before the reply is sent, even when the reply is an error: it may
    // mention what another part of the request wrote. 0 when there is nothing to wait for.
    JournalTicket journal_ticket;

    // The reply shows what becomes durable with this ticket, or with an earlier one.
    void wait_for(JournalTicket ticket) { journal_ticket = std::max(journal_ticket, ticket); }
};

}  // namespace stator::engine
