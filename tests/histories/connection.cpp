#include "tests/histories/connection.hpp"

#include <charconv>

#include "emulator/operations/operation_table.hpp"
#include "engine/faults/watched_context.hpp"

namespace stator::testing {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

Answer Connection::run(std::string_view operation, std::string_view request) {
    const auto* row = emulator::operations::find_operation(operation, false);
    if (row == nullptr) return {std::nullopt, "UnknownOperationException"};
    const auto json = JsonDocument::parse(std::string(request));
    if (!json) return {std::nullopt, "SerializationException"};
    engine::faults::WatchedContext context;
    context.place.region = "us-east-1";
    context.connection = number_;
    database_.universe().note_arrival(context);
    engine::RequestOutcome outcome;
    const auto result = row->handler(database_.universe(), context, json->root(), outcome);
    if (result.has_value()) return {JsonDocument::parse(result.value()), ""};
    std::string text(protocol::error_name(result.error().type));
    return {std::nullopt, text.append(": ").append(result.error().message)};
}

std::int64_t number_of(JsonView item, std::string_view name) {
    const auto attribute = item.find(name);
    if (!attribute) return 0;
    const std::string_view digits = attribute->string_or_empty("N");
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

std::string string_of(JsonView item, std::string_view name) {
    const auto attribute = item.find(name);
    return attribute ? std::string(attribute->string_or_empty("S")) : "";
}

}  // namespace stator::testing
