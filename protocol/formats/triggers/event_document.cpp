#include "protocol/formats/triggers/event_document.hpp"

#include "protocol/base/time_text.hpp"
#include "protocol/model/stream.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::triggers {
namespace {

using wire::JsonWriter;

// Returns "2026-01-31T23:59:59Z".
std::string second_text(Instant time) {
    constexpr std::size_t kSeconds = 19;
    return utc_text(time).substr(0, kSeconds) + "Z";
}

}  // namespace

std::string record_document(
    const model::StreamRecord& record,
    values::StreamViewType view_type,
    std::string_view region,
    std::string_view stream_arn
) {
    std::string text;
    JsonWriter json(text);
    model::write_record(json, record, {view_type, region, stream_arn});
    return text;
}

std::string event_document(
    std::span<const std::string_view> records, const std::optional<EventWindow>& window
) {
    return wire::object_text([&](JsonWriter& json) {
        json.array_member("Records", records, [&](const std::string_view record) {
            json.raw(record);
        });
        if (window) {
            json.begin_object("window");
            json.string_member("start", second_text(window->start));
            json.string_member("end", second_text(window->end));
            json.end_object();
            json.raw_member("state", window->state);
            json.string_member("shardId", window->shard_id);
            json.string_member("eventSourceARN", window->stream_arn);
            json.boolean_member("isFinalInvokeForWindow", window->is_final);
            json.boolean_member("isWindowTerminatedEarly", window->ends_early);
        }
    });
}

std::string failure_document(const GivenUpBatch& batch) {
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("requestContext");
        json.string_member("requestId", batch.request_id);
        json.string_member("functionArn", batch.function_arn);
        json.string_member("condition", batch.condition);
        json.integer_member("approximateInvokeCount", batch.invocations);
        json.end_object();
        if (batch.status) {
            json.begin_object("responseContext");
            json.integer_member("statusCode", *batch.status);
            json.string_member("executedVersion", "$LATEST");
            json.key("functionError");
            if (batch.has_function_error) {
                json.string("Unhandled");
            } else {
                json.null();
            }
            json.end_object();
        }
        json.string_member("version", "1.0");
        json.string_member("timestamp", utc_text(batch.now) + "Z");
        json.begin_object("DDBStreamBatchInfo");
        json.string_member("shardId", batch.shard_id);
        json.string_member("startSequenceNumber", model::sequence_number_text(batch.first));
        json.string_member("endSequenceNumber", model::sequence_number_text(batch.last));
        json.string_member("approximateArrivalOfFirstRecord", second_text(batch.first_time));
        json.string_member("approximateArrivalOfLastRecord", second_text(batch.last_time));
        json.integer_member("batchSize", static_cast<std::int64_t>(batch.size));
        json.string_member("streamArn", batch.stream_arn);
        json.end_object();
        if (!batch.payload.empty()) {
            json.raw_member("payload", batch.payload);
        }
    });
}

}  // namespace stator::protocol::formats::triggers
