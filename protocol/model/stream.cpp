#include "protocol/model/stream.hpp"

#include <algorithm>

#include "protocol/base/number_text.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::protocol::model {
namespace {

constexpr std::size_t kOrdinalDigits = 3;
constexpr std::size_t kCommitDigits = 20;
constexpr char kLeadingDigit = '1';
constexpr std::size_t kDigits = 1 + kCommitDigits + kOrdinalDigits;

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

std::string_view event_text(StreamEvent event) {
    switch (event) {
        case StreamEvent::Insert: return "INSERT";
        case StreamEvent::Modify: return "MODIFY";
        case StreamEvent::Remove: return "REMOVE";
    }
    return {};
}

std::int64_t StreamRecord::size_bytes() const {
    std::int64_t bytes = keys->item_size();
    if (old_image) bytes += old_image->item_size();
    if (new_image) bytes += new_image->item_size();
    return bytes;
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
