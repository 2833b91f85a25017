// RequestContext: the sender and time of a request. RequestOutcome: the result of a request other
// than its reply. One of each per request, never shared.
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
    Place place;             // with the region of the SigV4 scope; default "us-east-1"
    std::string access_key;  // as sent by the client
    std::string host;        // the Host header, for DescribeEndpoints
    // The region whose DynamoDB the replies imitate; "" means the region of `place`. Must outlive
    // this object.
    std::string_view behaves_like = {};
    Instant now = {};  // by the engine's clock
    // Identifies the connection; it may decide which replica is read.
    std::uint64_t connection = 0;
    // True for requests from the console or another observer. They run normally, but are never
    // throttled, do not count towards traffic figures, and consume no random choices of the
    // application's own reads.
    bool is_observer = false;
    // The last commit before the request arrived, set only if reads may be stale. The request need
    // not see later commits. By default it sees the current state.
    SequenceNumber begun{std::numeric_limits<std::uint64_t>::max()};
    // The request's text, from which it was parsed in place, for operations whose errors contain
    // positions in it.
    std::string_view body = {};

    // The result borrows from this object.
    errors::Region answering_region() const {
        return {behaves_like.empty() ? std::string_view(place.region) : behaves_like};
    }
};

struct RequestOutcome {
    // The ticket that must be durable before the reply is sent, even if the reply is an error,
    // because it may refer to data that another part of the request wrote. 0 if the reply does not
    // wait.
    JournalTicket journal_ticket;

    // Makes the reply wait for this ticket and earlier ones, because it reveals data that becomes
    // durable with them.
    void wait_for(JournalTicket ticket) { journal_ticket = std::max(journal_ticket, ticket); }
};

}  // namespace stator::engine
