#include "micro/sample_items.hpp"

#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::bench {
namespace {

std::string member(const char* name, const char* type, const std::string& value) {
    return std::string("\"")
        .append(name)
        .append("\":{\"")
        .append(type)
        .append("\":\"")
        .append(value)
        .append("\"}");
}

}  // namespace

std::string record_json(int number) {
    constexpr std::size_t kDataBytes = 955;
    return "{" + member("pk", "S", "item-" + std::to_string(10'000'000 + number)) + "," +
           member("status", "S", "state-0001") + "," + member("n", "N", "0") + "," +
           member("created", "S", "2026-01-31T12:00:00.000Z") + "," +
           member("data", "S", std::string(kDataBytes, 'd')) + "}";
}

protocol::values::ItemImagePtr record_image(int number) {
    const auto document = protocol::wire::JsonDocument::parse(record_json(number));
    return protocol::wire::decode_item(document->root(), protocol::values::Dialect::Current)
        .value();
}

std::string order_json(int partition, int number) {
    constexpr std::size_t kNoteBytes = 159;
    const std::string group = std::to_string(10 + number / 10);
    return "{" + member("pk", "S", "customer-" + std::to_string(1'000 + partition)) + "," +
           member("sk", "S", "order-" + group + "-" + std::to_string(10 + number % 10)) + "," +
           member("amount", "N", std::to_string(1'000 + number)) + "," +
           member("note", "S", std::string(kNoteBytes, 'n')) + "}";
}

}  // namespace stator::bench
