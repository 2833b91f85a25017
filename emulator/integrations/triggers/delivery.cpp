#include "emulator/integrations/triggers/delivery.hpp"

#include "emulator/base/time_text.hpp"

namespace stator::emulator::integrations::triggers {

void write_deliveries(protocol::wire::JsonWriter& json, const std::vector<Delivery>& deliveries) {
    using protocol::model::sequence_number_text;
    json.begin_object();
    json.objects_member("deliveries", deliveries, [&](const Delivery& one) {
        json.integer_member("Number", static_cast<std::int64_t>(one.number));
        json.string_member("Time", time_text(one.time));
        json.string_member("Kind", one.is_report ? "GivenUp" : "Call");
        json.boolean_member("Succeeded", one.has_succeeded);
        json.string_member("Result", one.result);
        json.integer_member("Records", static_cast<std::int64_t>(one.records));
        json.integer_member("Attempt", one.attempt);
        json.string_member("ShardId", one.shard);
        json.integer_member("Lane", one.lane);
        if (one.records > 0) {
            json.string_member("FirstSequenceNumber", sequence_number_text(one.first));
            json.string_member("LastSequenceNumber", sequence_number_text(one.last));
        }
    });
    json.end_object();
}

}  // namespace stator::emulator::integrations::triggers
