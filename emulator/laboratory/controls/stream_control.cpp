#include "emulator/laboratory/controls/controls.hpp"

#include <optional>
#include <string_view>

#include "emulator/base/members.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using engine::stream::Adversity;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

// With this value, one page in twenty has records.
constexpr double kMostEmptyPages = 0.95;
constexpr std::int64_t kMostShardRecords = 1'000'000;
constexpr std::int64_t kMostListedShards = 100;
// By default, no SDK waits longer for a reply.
constexpr std::int64_t kMostIteratorAgeMs = 60'000;

// nullopt if the member is absent.
Accepted<std::optional<std::uint32_t>> read_count(
    Members& members, std::string_view name, std::int64_t most
) {
    STATOR_TRY(const auto given, members.integer(name, 0, most));
    if (!given) return std::optional<std::uint32_t>();
    return std::optional(static_cast<std::uint32_t>(*given));
}

Accepted<Change> read_streams(JsonView json, const std::string& place) {
    STATOR_TRY(Members members, Members::of(json, place));
    STATOR_TRY(const auto lag, members.distribution("lag"));
    STATOR_TRY(const auto empty_pages, members.number("emptyPages", 0, kMostEmptyPages));
    STATOR_TRY(const auto records, read_count(members, "pageRecords", protocol::kMaxStreamRecords));
    STATOR_TRY(const auto life, read_count(members, "shardRecords", kMostShardRecords));
    STATOR_TRY(const auto listed, read_count(members, "listedShards", kMostListedShards));
    STATOR_TRY(const auto age, members.distribution("iteratorAge"));
    STATOR_TRY(const auto kinesis_lag, members.distribution("kinesisLag"));
    STATOR_TRY(const auto duplicates, members.number("kinesisDuplicates", 0, 1));
    STATOR_CHECK(members.finish());
    if (age && age->most_ms() > kMostIteratorAgeMs) {
        return members.refuse("iteratorAge", "must be at most 60000 milliseconds");
    }
    return Change([=](Laboratory& laboratory, Others others) {
        engine::Administration administration = laboratory.administration();
        Adversity adversity = administration.stream_adversity();
        if (others == Others::BecomeUsual) adversity = Adversity();
        adversity.lag = lag.value_or(adversity.lag);
        adversity.empty_pages = empty_pages.value_or(adversity.empty_pages);
        adversity.page_records = records.value_or(adversity.page_records);
        adversity.shard_records = life.value_or(adversity.shard_records);
        adversity.listed_shards = listed.value_or(adversity.listed_shards);
        adversity.iterator_age = age.value_or(adversity.iterator_age);
        adversity.kinesis_lag = kinesis_lag.value_or(adversity.kinesis_lag);
        adversity.kinesis_duplicates = duplicates.value_or(adversity.kinesis_duplicates);
        administration.set_stream_adversity(adversity);
        return engine::JournalTicket();
    });
}

void write_streams(JsonWriter& json, Laboratory& laboratory) {
    const Adversity adversity = laboratory.administration().stream_adversity();
    json.key("lag");
    write_distribution(json, adversity.lag);
    json.raw_member("emptyPages", protocol::significant_text(adversity.empty_pages));
    json.integer_member("pageRecords", adversity.page_records);
    json.integer_member("shardRecords", adversity.shard_records);
    json.integer_member("listedShards", adversity.listed_shards);
    json.key("iteratorAge");
    write_distribution(json, adversity.iterator_age);
    json.key("kinesisLag");
    write_distribution(json, adversity.kinesis_lag);
    json.raw_member("kinesisDuplicates", protocol::significant_text(adversity.kinesis_duplicates));
}

}  // namespace

constinit const Control kStreams{
    .name = "streams",
    .path = "/_stator/v1/streams",
    .example = R"({"lag":500})",
    .read = read_streams,
    .write = write_streams,
};

}  // namespace stator::emulator::laboratory::controls
