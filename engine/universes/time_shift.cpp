#include "engine/universes/time_shift.hpp"

#include <optional>
#include <string>

#include "engine/base/instant.hpp"
#include "protocol/values/number.hpp"

namespace stator::engine::universes {
namespace {

using values::AttributeType;
using values::AttributeValue;

constexpr std::int64_t kMsOfSecond = 1'000;

void shift(std::optional<Instant>& time, std::int64_t by_ms) {
    if (time) *time += by_ms;
}

void shift(model::ProvisionedThroughput& throughput, std::int64_t by_ms) {
    shift(throughput.last_increase, by_ms);
    shift(throughput.last_decrease, by_ms);
}

std::int64_t whole_seconds(std::int64_t by_ms) {
    const std::int64_t seconds = by_ms / kMsOfSecond;
    return by_ms % kMsOfSecond > 0 ? seconds + 1 : seconds;
}

bool is_key(const schema::TableSchema& schema, const std::string& attribute) {
    return schema.hash.name == attribute || (schema.range && schema.range->name == attribute);
}

}  // namespace

void shift_times(model::TableDescription& table, std::int64_t by_ms) {
    table.creation_time += by_ms;
    shift(table.last_update_to_pay_per_request, by_ms);
    shift(table.table_class_update, by_ms);
    shift(table.throughput, by_ms);
    for (auto& index : table.global_indexes) shift(index.throughput, by_ms);
    if (table.recovery) table.recovery->since += by_ms;
    for (auto& [index, insights] : table.insights) {
        insights.enabled_at += by_ms;
        insights.last_update += by_ms;
    }
    if (table.restore) table.restore->date += by_ms;
}

void shift_times(model::BackupDescription& backup, std::int64_t by_ms) {
    backup.creation_time += by_ms;
    shift(backup.expiry, by_ms);
    shift_times(backup.table, by_ms);
}

void shift_times(model::StreamDescription& stream, std::int64_t by_ms) {
    stream.creation_time += by_ms;
    shift(stream.disabled_at, by_ms);
    for (model::ShardDescription& shard : stream.shards) {
        shard.creation_time += by_ms;
        if (shard.ending) shard.closing_time += by_ms;
    }
}

values::MutableItemImagePtr shift_expiry(
    values::MutableItemImagePtr image, const schema::TableSchema& schema, std::int64_t by_ms
) {
    const std::string& attribute = schema.time_to_live_attribute;
    if (by_ms == 0 || attribute.empty() || is_key(schema, attribute)) return image;
    const auto value = image->find(attribute);
    if (!value || value->type() != AttributeType::Number) return image;
    std::string seconds;
    std::string sum;
    const auto dialect = values::Dialect::Current;
    const std::string by = std::to_string(whole_seconds(by_ms));
    if (!values::encode_number(by, dialect, seconds)) return image;
    if (!values::add_numbers(value->scalar(), seconds, sum)) return image;
    const auto shifted = AttributeValue::scalar(AttributeType::Number, sum);
    values::ItemBuilder builder;
    for (const values::Entry entry : image->attributes()) {
        builder.add(entry.name, entry.name == attribute ? shifted.view() : entry.value);
    }
    return builder.build();
}

}  // namespace stator::engine::universes
