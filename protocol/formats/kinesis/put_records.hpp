// PutRecords, the operation of Kinesis that takes records: its request and its reply. Pure
// functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stator::protocol::formats::kinesis {

// The operation, as its header X-Amz-Target names it.
inline constexpr std::string_view kPutRecordsTarget = "Kinesis_20131202.PutRecords";

struct PutRecord {
    std::string_view data;
    std::string partition_key;  // 1 to 256 characters
};

std::string put_records_request(std::string_view stream, std::span<const PutRecord> records);

// What became of each record: "" when it was taken, otherwise the error's code and message.
// Nothing when the text is no reply to that many records.
std::optional<std::vector<std::string>> read_put_records_reply(
    std::string text, std::size_t records
);

// "ResourceNotFoundException: message", of the reply to a call that failed as a whole; "" when the
// text says nothing of the kind.
std::string put_records_error(std::string text);

}  // namespace stator::protocol::formats::kinesis
