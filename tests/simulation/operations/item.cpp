#include "tests/simulation/operations/item.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

// Half a byte for each significant digit, one byte more, and one for a sign.
std::int64_t number_bytes(const std::string& text) {
    const bool is_negative = text.front() == '-';
    std::string digits = text.substr(is_negative ? 1 : 0);
    if (digits == "0") return 1;
    while (digits.back() == '0') digits.pop_back();
    return (static_cast<std::int64_t>(digits.size()) + 1) / 2 + 1 + (is_negative ? 1 : 0);
}

// A container, and one byte more for each element.
std::int64_t vector_bytes(const Value& vector) {
    const auto [x, y] = elements_of(vector);
    return 3 + 2 + number_bytes(std::to_string(x)) + number_bytes(std::to_string(y));
}

std::int64_t value_bytes(const Value& value) {
    if (value.is_vector) return vector_bytes(value);
    return value.is_number ? number_bytes(value.text)
                           : static_cast<std::int64_t>(value.text.size());
}

}  // namespace

Value string_value(std::string text) {
    return {false, std::move(text)};
}

Value number_value(std::int64_t number) {
    return {true, std::to_string(number)};
}

Value seconds_from_now(std::int64_t seconds) {
    return {true, std::to_string(seconds), true};
}

Value vector_value(std::int64_t x, std::int64_t y) {
    Value value{false, "[" + std::to_string(x) + "," + std::to_string(y) + "]"};
    value.is_vector = true;
    return value;
}

std::pair<std::int64_t, std::int64_t> elements_of(const Value& vector) {
    const std::size_t comma = vector.text.find(',');
    return {std::stoll(vector.text.substr(1)), std::stoll(vector.text.substr(comma + 1))};
}

Item key_item(const Key& key) {
    Item item{{"pk", string_value(key.pk)}};
    if (table_definitions()[key.table].has_sort_key) item["sk"] = number_value(key.sk);
    return item;
}

void resolve(Item& item, std::int64_t now_ms) {
    for (auto& [name, value] : item) {
        if (value.from_now) value = number_value(now_ms / 1'000 + value.number());
    }
}

std::string quoted(std::string_view text) {
    return std::string("\"").append(text).append("\"");
}

std::string value_json(const Value& value) {
    if (value.is_vector) {
        const auto [x, y] = elements_of(value);
        return "{\"L\":[" + value_json(number_value(x)) + "," + value_json(number_value(y)) + "]}";
    }
    return std::string(value.is_number ? "{\"N\":\"" : "{\"S\":\"").append(value.text) + "\"}";
}

std::string item_json(const Item& item) {
    std::string json = "{";
    for (const auto& [name, value] : item) {
        if (json.size() > 1) json.push_back(',');
        json.append(quoted(name)).append(":").append(value_json(value));
    }
    return json.append("}");
}

std::string canonical_json(const rapidjson::Value& item) {
    // The reply has sorted names. If it ever did not, that would be a difference worth seeing.
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    item.Accept(writer);
    return {buffer.GetString(), buffer.GetSize()};
}

std::int64_t item_bytes(const Item& item) {
    std::int64_t bytes = 0;
    for (const auto& [name, value] : item) {
        bytes += static_cast<std::int64_t>(name.size()) + value_bytes(value);
    }
    return bytes;
}

std::int64_t written_bytes(const Item& item) {
    constexpr std::int64_t kFloatBytes = 2 * 4;
    const auto vector = item.find(kVectorAttribute);
    const std::int64_t bytes = item_bytes(item);
    return vector == item.end() ? bytes : bytes - value_bytes(vector->second) + kFloatBytes;
}

}  // namespace stator::simulation
