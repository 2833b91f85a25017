#include "tests/simulation/operations/request_json.hpp"

#include "tests/simulation/operations/item.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {

std::string table_member(std::size_t table) {
    return "\"TableName\":" + quoted(table_name(table));
}

std::string member(const char* name, const std::string& json) {
    return std::string(",\"").append(name).append("\":").append(json);
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text.append(text.empty() ? "" : ",").append(part);
    return text;
}

}  // namespace stator::simulation
