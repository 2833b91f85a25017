// RequestRecord: the journal's data about one request: its sender, its effects, and its result. A
// value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/base/own_pages.hpp"
#include "engine/base/instant.hpp"
#include "engine/capacity/request_meter.hpp"

namespace stator::emulator::journal {

// Errors that do not exist in DynamoDB: the connection ended before the request was executed,
// before its reply began, or in the middle of the reply.
inline constexpr std::string_view kRequestLost = "RequestLost";
inline constexpr std::string_view kReplyLost = "ReplyLost";
inline constexpr std::string_view kReplyTruncated = "ReplyTruncated";

// The form in which bodies of requests and replies are kept.
enum class BodyKeeping : unsigned char { None, Redacted, Full };

// A key or a write of a batch that the reply returned as unprocessed.
struct GivenBack {
    std::string table;
    std::uint64_t fingerprint = 0;
};

// Uses separate memory pages, because bodies are kept much longer than their requests.
using BodyText = std::basic_string<char, std::char_traits<char>, OwnPages<char>>;

struct RequestRecord {
    std::uint64_t sequence = 0;  // from 1, assigned by the journal
    engine::Instant time = {};   // by the engine's clock
    std::string universe;        // "" is the default universe
    std::string region;          // of the tables that it used
    std::string label;           // "" if it has none
    std::string access_key;
    std::uint64_t connection = 0;
    std::string operation;  // "PutItem"; "" if Stator does not know the operation
    int status = 200;       // sent to the client; 0 if it received none
    // "ValidationException", or one of kRequestLost and so on; "" if there was none.
    std::string error;
    std::uint64_t decision = 0;  // the authorization decision's number; 0 if there is none
    std::string hint;            // the place of a table that was not found; "" if there is none
    // One for each table and index. A rejected request has the tables that it names, with no units.
    std::vector<engine::capacity::SourceUse> uses;
    std::int64_t unprocessed = 0;     // keys or writes that a batch's reply returned
    std::int64_t latency_us = 0;      // the time that Stator took
    std::int64_t injected_ms = 0;     // the additional delay by faults
    std::vector<std::string> faults;  // names of the faults applied

    // JSON, or "" if bodies are not kept. add() receives the original bodies; the journal redacts
    // them if its settings require it.
    BodyText request_body;
    BodyText reply_body;
    BodyKeeping bodies = BodyKeeping::None;  // set by the journal

    // The following members are set by describe_exchange(). They show the journal whether pages
    // were followed and batches completed. Fingerprints are hashes without meaning outside this
    // process; 0 means none.

    // The fingerprint of the request without the parts that change from page to page.
    std::uint64_t shape = 0;
    // Fingerprints of the ExclusiveStartKey or NextToken of the request, and of the
    // LastEvaluatedKey or NextToken of the reply.
    std::uint64_t start_key = 0;
    std::uint64_t page_key = 0;
    bool has_limit = false;  // the request has a Limit of its own
    // The filter as written; for a PartiQL statement, the statement without its values.
    std::string filter;
    // Fingerprints of the keys and writes of a batch, or of an operation on one item.
    std::vector<std::uint64_t> sent;
    std::vector<GivenBack> given_back;
};

}  // namespace stator::emulator::journal
