#include "protocol/formats/kinesis/stream_arn.hpp"

#include "protocol/errors/kinesis.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::formats::kinesis {
namespace {

constexpr std::string_view kStreamPrefix = "stream/";
constexpr std::size_t kMaxStreamNameLength = 128;

}  // namespace

std::string_view stream_of_arn(std::string_view arn) {
    const auto parts = model::split_arn(arn);
    const bool is_kinesis = parts && model::is_known_partition(parts->partition) &&
                            parts->service == "kinesis" && !parts->region.empty() &&
                            model::is_account_id(parts->account) &&
                            parts->resource.starts_with(kStreamPrefix);
    if (!is_kinesis) return {};
    const std::string_view name = parts->resource.substr(kStreamPrefix.size());
    const bool is_name = name.size() <= kMaxStreamNameLength && wire::matches_name_pattern(name);
    return is_name ? name : std::string_view();
}

// AWS: looks the stream up while the destination is ENABLING.
// [case EnableKinesisStreamingDestination/enable_failed]
std::string_view why_enabling_fails(std::string_view stream_arn, std::string_view table_arn) {
    if (stream_of_arn(stream_arn).empty()) return errors::kKinesisStreamForbidden;
    const bool is_elsewhere = model::region_of_arn(stream_arn) != model::region_of_arn(table_arn);
    return is_elsewhere ? errors::kKinesisStreamElsewhere : std::string_view();
}

}  // namespace stator::protocol::formats::kinesis
