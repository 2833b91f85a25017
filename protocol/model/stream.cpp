#include "protocol/model/stream.hpp"

#include <algorithm>

#include "protocol/base/number_text.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::model {
namespace {

using wire::JsonWriter;

constexpr std::size_t kOrdinalDigits = 3;
constexpr std::size_t kCommitDigits = 20;
constexpr char kLeadingDigit = '1';
constexpr std::size_t kDigits = 1 + kCommitDigits + kOrdinalDigits;

// Distributes a position over 128 bits, so that ids look like those of AWS and differ between
// records.
std::string event_id(const StreamPosition& position, std::string_view shard_of_record) {
    std::uint64_t high = 0xCBF2'9CE4'8422'2325;
    for (const char c : shard_of_record) {
        high = (high ^ static_cast<unsigned char>(c)) * 0x0000'0100'0000'01B3;
    }
    high = (high ^ position.commit) * 0x9E37'79B9'7F4A'7C15;
    std::uint64_t low = position.commit * 1'000 + position.ordinal;
    low = (low ^ (low >> 31)) * 0x94D0'49BB'1331'11EB;
    std::string text;
    append_hex(text, high, 16);
    append_hex(text, low, 16);
    return text;
}

void write_image(JsonWriter& json, std::string_view name, const values::ItemImagePtr& image) {
    if (image == nullptr) return;
    json.key(name);
    wire::write_item(json, *image);
}

void write_change(JsonWriter& json, const StreamRecord& record, values::StreamViewType view_type) {
    json.begin_object("dynamodb");
    json.integer_member("ApproximateCreationDateTime", record.time.unix_ms() / 1'000);
    write_image(json, "Keys", record.keys);
    write_image(json, "NewImage", record.new_image);
    write_image(json, "OldImage", record.old_image);
    json.string_member("SequenceNumber", sequence_number_text(record.position));
    json.integer_member("SizeBytes", record.size_bytes());
    json.string_member("StreamViewType", values::text_of(view_type));
    json.end_object();
}

}  // namespace

std::string sequence_number_text(const StreamPosition& position) {
    std::string text(1, kLeadingDigit);
    append_padded(text, position.commit, kCommitDigits);
    append_padded(text, position.ordinal, kOrdinalDigits);
    return text;
}

std::optional<StreamPosition> stream_position_from(std::string_view text) {
    const bool is_number = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return '0' <= c && c <= '9';
    });
    if (!is_number) return std::nullopt;
    text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
    if (text.size() < kDigits) return StreamPosition{};
    if (text.size() > kDigits || text.front() != kLeadingDigit)
        return StreamPosition{UINT64_MAX, 0};
    return StreamPosition{
        parse_number<std::uint64_t>(text.substr(1, kCommitDigits)).value_or(UINT64_MAX),
        parse_number<std::uint32_t>(text.substr(1 + kCommitDigits)).value_or(UINT32_MAX)};
}

std::int64_t StreamRecord::size_bytes() const {
    std::int64_t bytes = keys->item_size();
    if (old_image) bytes += old_image->item_size();
    if (new_image) bytes += new_image->item_size();
    return bytes;
}

void write_record(JsonWriter& json, const StreamRecord& record, const RecordForm& form) {
    const bool is_event = !form.event_source_arn.empty();
    json.begin_object();
    json.string_member("eventID", event_id(record.position, record.keys->payload()));
    json.string_member("eventName", values::text_of(record.event));
    json.string_member("eventVersion", "1.1");
    json.string_member("eventSource", "aws:dynamodb");
    json.string_member("awsRegion", form.region);
    write_change(json, record, form.view_type);
    if (record.by_time_to_live) {
        json.begin_object("userIdentity");
        json.string_member(is_event ? "type" : "Type", "Service");
        json.string_member(is_event ? "principalId" : "PrincipalId", "dynamodb.amazonaws.com");
        json.end_object();
    }
    if (is_event) json.string_member("eventSourceARN", form.event_source_arn);
    json.end_object();
}

std::optional<StreamArnParts> split_stream_arn(std::string_view arn) {
    constexpr std::string_view kTable = "table/";
    constexpr std::string_view kStream = "/stream/";
    const auto parts = split_arn(arn);
    if (!parts || parts->service != "dynamodb") return std::nullopt;
    if (!parts->resource.starts_with(kTable)) return std::nullopt;
    const std::string_view rest = parts->resource.substr(kTable.size());
    const auto place = rest.find(kStream);
    if (place == std::string_view::npos || place == 0) return std::nullopt;
    const std::string_view label = rest.substr(place + kStream.size());
    if (label.empty()) return std::nullopt;
    return StreamArnParts{rest.substr(0, place), label};
}

}  // namespace stator::protocol::model
