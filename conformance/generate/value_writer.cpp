#include "conformance/generate/value_writer.hpp"

#include <array>
#include <set>

#include "conformance/generate/json_text.hpp"

namespace stator::conformance::generate {
namespace {

constexpr std::array<std::string_view, 10> kTypes{
    "S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"};

}  // namespace

std::string ValueWriter::attribute_name() {
    static constexpr std::array<std::string_view, 14> kNames{
        "a", "b", "c", "d", "e", "size", "Status", "x.y", "a-b", "ia", "ib", "ic", "l", "m"};
    return std::string(random_.one_of(kNames));
}

std::string ValueWriter::text() {
    static constexpr std::array<std::string_view, 10> kTexts{
        "", "x", "xy", "abc", "ab", "Zürich", "10", "9", "a b", "x'y"};
    if (random_.percent(4))
        return std::string(static_cast<std::size_t>(random_.between(900, 5000)), 'x');
    return std::string(random_.one_of(kTexts));
}

std::string ValueWriter::number() {
    static constexpr std::array<std::string_view, 12> kNumbers{
        "0", "1", "2", "10", "-1", "-2.5", "1.0", "0.10", "1E3", "1e-3", "99999", "007"};
    if (random_.percent(5))
        return std::string(static_cast<std::size_t>(random_.between(20, 38)), '7');
    if (random_.percent(3)) return random_.one_of({"1E125", "-9.9E125", "1E-130", "3E40"});
    return std::string(random_.one_of(kNumbers));
}

std::string ValueWriter::base64() {
    static constexpr std::array<std::string_view, 6> kBytes{
        "AQ==", "AQI=", "Ag==", "/w==", "", "eHl6"};
    return std::string(random_.one_of(kBytes));
}

std::string ValueWriter::set(std::string_view type) {
    std::set<std::string> members;
    const int count = random_.between(1, 4);
    for (int i = 0; i < count; ++i) {
        if (type == "NS") {
            members.insert(std::to_string(random_.between(-3, 9)));
        } else if (type == "SS") {
            members.insert(random_.one_of({"x", "xy", "abc", "10"}));
        } else {
            members.insert(random_.one_of({"AQ==", "AQI=", "/w=="}));
        }
    }
    std::vector<std::string> texts;
    for (const std::string& member : members) texts.push_back(in_quotes(member));
    return ObjectText().add(type, list_text(texts)).text();
}

std::string ValueWriter::container(std::string_view type, int depth) {
    const int count = random_.between(0, 3);
    if (type == "L") {
        std::vector<std::string> elements;
        for (int i = 0; i < count; ++i) elements.push_back(any(depth - 1));
        return ObjectText().add("L", list_text(elements)).text();
    }
    Item members;
    for (int i = 0; i < count; ++i) members[attribute_name()] = any(depth - 1);
    return ObjectText().add("M", item_text(members)).text();
}

std::string ValueWriter::of_type(std::string_view type, int depth) {
    if (type == "S") return attribute_value("S", text());
    if (type == "N") return attribute_value("N", number());
    if (type == "B") return attribute_value("B", base64());
    if (type == "BOOL") return random_.percent(50) ? R"({"BOOL":true})" : R"({"BOOL":false})";
    if (type == "NULL") return R"({"NULL":true})";
    if (type == "SS" || type == "NS" || type == "BS") return set(type);
    return container(type, depth);
}

std::string ValueWriter::any(int depth) {
    if (random_.percent(55)) return of_type(random_.one_of({"S", "N"}), depth);
    return of_type(kTypes[random_.below(depth > 0 ? kTypes.size() : kTypes.size() - 2)], depth);
}

std::string ValueWriter::near(std::string_view value) {
    if (random_.percent(45)) return std::string(value);
    for (const std::string_view type : kTypes) {
        const std::string start = "{\"" + std::string(type) + "\"";
        if (value.starts_with(start) && random_.percent(75)) return of_type(type, 1);
    }
    return any(1);
}

std::string ValueWriter::key_value(std::string_view type) {
    if (type == "S") return attribute_value("S", random_.one_of({"k1", "k2", "k3", "k", "Zü"}));
    if (type == "N") return attribute_value("N", random_.one_of({"1", "2", "10", "-1", "1.50"}));
    return attribute_value("B", random_.one_of({"AQ==", "AQI=", "/w=="}));
}

Item ValueWriter::key(const KeyShape& keys) {
    Item key;
    key[keys.hash.name] = key_value(keys.hash.type);
    if (keys.has_range()) key[keys.range.name] = key_value(keys.range.type);
    return key;
}

Item ValueWriter::item(const TableShape& table) {
    Item item;
    const int count = random_.between(0, 5);
    for (int i = 0; i < count; ++i) item[attribute_name()] = any(2);
    for (const IndexShape& index : table.indexes) {
        for (const KeyAttribute& part : {index.keys.hash, index.keys.range}) {
            if (part.name.empty()) continue;
            item.erase(part.name);
            if (random_.percent(75)) item[part.name] = key_value(part.type);
        }
    }
    for (auto& [name, value] : key(table.keys)) item[name] = value;
    return item;
}

}  // namespace stator::conformance::generate
