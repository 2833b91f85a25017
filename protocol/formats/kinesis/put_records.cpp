#include "protocol/formats/kinesis/put_records.hpp"

#include <utility>

#include "protocol/values/base64.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::kinesis {
namespace {

using wire::JsonView;
using wire::JsonWriter;

// Returns "code: message", or only the part that is present.
std::string error_text(std::string_view code, std::string_view message) {
    std::string text(code);
    if (!code.empty() && !message.empty()) text.append(": ");
    return text.append(message);
}

}  // namespace

std::string put_records_request(std::string_view stream, std::span<const PutRecord> records) {
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("StreamName", stream);
        json.objects_member("Records", records, [&](const PutRecord& record) {
            json.string_member("Data", values::base64_text(record.data));
            json.string_member("PartitionKey", record.partition_key);
        });
    });
}

std::optional<std::vector<std::string>> read_put_records_reply(
    std::string text, std::size_t records
) {
    const auto document = wire::JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) return std::nullopt;
    const auto list = document->root().find("Records");
    if (!list || !list->is_array() || list->size() != records) return std::nullopt;
    std::vector<std::string> errors;
    for (const auto& element : list->elements()) {
        if (!element.IsObject()) return std::nullopt;
        const JsonView result(element);
        const std::string_view code = result.string_or_empty("ErrorCode");
        const bool is_taken = code.empty() && !result.string_or_empty("SequenceNumber").empty();
        std::string error = error_text(code, result.string_or_empty("ErrorMessage"));
        if (!is_taken && error.empty()) error = "an error without a code";
        errors.push_back(is_taken ? std::string() : std::move(error));
    }
    return errors;
}

std::string put_records_error(std::string text) {
    const auto document = wire::JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) return {};
    const JsonView root = document->root();
    std::string_view type = root.string_or_empty("__type");
    const auto hash = type.rfind('#');
    if (hash != std::string_view::npos) type.remove_prefix(hash + 1);
    const std::string_view message = root.string_or_empty("message");
    return error_text(type, message.empty() ? root.string_or_empty("Message") : message);
}

}  // namespace stator::protocol::formats::kinesis
