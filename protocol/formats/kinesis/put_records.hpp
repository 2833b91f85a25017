// PutRecords, the Kinesis operation that accepts records: its request and its reply. Pure
// functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stator::protocol::formats::kinesis {

// The operation's name in the header X-Amz-Target.
inline constexpr std::string_view kPutRecordsTarget = "Kinesis_20131202.PutRecords";

struct PutRecord {
    std::string_view data;
    std::string partition_key;  // 1 to 256 characters
};

std::string put_records_request(std::string_view stream, std::span<const PutRecord> records);

// Returns one entry per record: "" if it was accepted, otherwise its error code and message.
// nullopt if `text` is not a reply for `records` records.
std::optional<std::vector<std::string>> read_put_records_reply(
    std::string text, std::size_t records
);

// Returns "ResourceNotFoundException: message" from the reply to a request that failed as a whole;
// "" if the text is not such a reply.
std::string put_records_error(std::string text);

}  // namespace stator::protocol::formats::kinesis
