// RequestRecord: what the journal remembers of one request: who sent it, what it did, how it ended.
// A value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/base/own_pages.hpp"
#include "engine/base/instant.hpp"
#include "engine/capacity/request_meter.hpp"

namespace stator::emulator::journal {

// Errors of which DynamoDB knows nothing: the connection ended before the request was carried out,
// before its reply began, or in the middle of that.
inline constexpr std::string_view kRequestLost = "RequestLost";
inline constexpr std::string_view kReplyLost = "ReplyLost";
inline constexpr std::string_view kReplyTruncated = "ReplyTruncated";

// What is kept of the bodies of requests and replies.
enum class BodyKeeping : unsigned char { None, Redacted, Full };

// A key or a write of a batch that the reply gave back unprocessed.
struct GivenBack {
    std::string table;
    std::uint64_t fingerprint = 0;
};

// It is kept much longer than its request.
using BodyText = std::basic_string<char, std::char_traits<char>, OwnPages<char>>;

struct RequestRecord {
    std::uint64_t sequence = 0;  // from 1, given by the journal
    engine::Instant time = {};   // by the engine's clock
    std::string universe;        // "" is the default universe
    std::string region;          // whose tables it worked on
    std::string label;           // "" for none
    std::string access_key;
    std::uint64_t connection = 0;
    std::string operation;  // "PutItem"; "" when Stator knows no operation of the name sent
    int status = 200;       // what the client saw; 0 when it saw nothing
    // "ValidationException", or one of kRequestLost and so on; "" when there was none.
    std::string error;
    std::uint64_t decision = 0;  // whether it may be done; 0: nobody judged that
    std::string hint;            // where a table is that was not found here; "" for none
    // One for each table and index. A refused request has the tables it names, with no units.
    std::vector<engine::capacity::SourceUse> uses;
    std::int64_t unprocessed = 0;     // keys or writes that a batch's reply gave back
    std::int64_t latency_us = 0;      // what Stator took
    std::int64_t injected_ms = 0;     // how long a fault held the reply back, besides
    std::vector<std::string> faults;  // names of the faults applied

    // JSON, or "" when bodies are not kept. add() is given the bodies as they were; the journal
    // redacts them if its settings say so.
    BodyText request_body;
    BodyText reply_body;
    BodyKeeping bodies = BodyKeeping::None;  // given by the journal

    // The rest comes from describe_exchange() and lets the journal see what became of pages and
    // batches. Fingerprints are hashes without meaning outside this process; 0 means none.

    // The fingerprint of the request without the parts that change from page to page.
    std::uint64_t shape = 0;
    // Fingerprints of the ExclusiveStartKey or NextToken of the request, and of the
    // LastEvaluatedKey or NextToken of the reply.
    std::uint64_t start_key = 0;
    std::uint64_t page_key = 0;
    bool has_limit = false;  // the request has a Limit of its own
    // The filter as it was written; for a PartiQL statement, the statement without its values.
    std::string filter;
    // Fingerprints of the keys and writes of a batch, or of an operation on one item.
    std::vector<std::uint64_t> sent;
    std::vector<GivenBack> given_back;
};

}  // namespace stator::emulator::journal
