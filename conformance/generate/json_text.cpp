#include "conformance/generate/json_text.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace stator::conformance::generate {

std::string in_quotes(std::string_view text) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
    return {buffer.GetString(), buffer.GetSize()};
}

ObjectText& ObjectText::add(std::string_view name, std::string_view json) {
    if (!members_.empty()) members_ += ",";
    members_.append(in_quotes(name)).append(":").append(json);
    return *this;
}

ObjectText& ObjectText::add_text(std::string_view name, std::string_view text) {
    return add(name, in_quotes(text));
}

std::string list_text(const std::vector<std::string>& elements) {
    std::string text = "[";
    for (const std::string& element : elements) text += (text.size() > 1 ? "," : "") + element;
    return text + "]";
}

std::string attribute_value(std::string_view type, std::string_view text) {
    return ObjectText().add_text(type, text).text();
}

}  // namespace stator::conformance::generate
