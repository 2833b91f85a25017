#include "tools/client/replies.hpp"

#include <utility>

namespace stator::tools::client {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

emulator::Accepted<JsonDocument> document_of(std::variant<std::string, ApiFailure> reply) {
    if (const auto* failure = std::get_if<ApiFailure>(&reply)) {
        return emulator::Refusal{failure->sentence};
    }
    auto document = JsonDocument::parse(std::get<std::string>(std::move(reply)));
    if (!document || !document->root().is_object()) {
        return emulator::Refusal{"the server's reply is no JSON object"};
    }
    return *std::move(document);
}

std::string table_request(const std::string& table) {
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.string_member("TableName", table);
    });
}

std::string page_request(
    const std::string& table, std::string_view start, Segment segment, bool wants_units
) {
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.string_member("TableName", table);
        json.boolean_member("ConsistentRead", true);
        if (segment.of > 1) {
            json.integer_member("Segment", static_cast<std::int64_t>(segment.number));
            json.integer_member("TotalSegments", static_cast<std::int64_t>(segment.of));
        }
        if (wants_units) json.string_member("ReturnConsumedCapacity", "TOTAL");
        if (!start.empty()) {
            json.raw_member("ExclusiveStartKey", start);
        }
    });
}

std::optional<double> consumed_units(JsonView reply) {
    const auto consumed = reply.find("ConsumedCapacity");
    if (!consumed) return std::nullopt;
    std::optional<double> sum;
    const auto add = [&sum](JsonView capacity) {
        const auto units = capacity.is_object() ? capacity.find("CapacityUnits") : std::nullopt;
        if (units && units->is_number()) sum = sum.value_or(0) + units->number();
    };
    if (!consumed->is_array()) {
        add(*consumed);
        return sum;
    }
    for (const auto& capacity : consumed->elements()) add(JsonView(capacity));
    return sum;
}

}  // namespace stator::tools::client
