#include "conformance/generate/expression_writer.hpp"

#include <algorithm>
#include <cctype>

namespace stator::conformance::generate {
namespace {

bool needs_placeholder(std::string_view name) {
    if (name == "size" || name == "Status") return true;  // a function, a reserved word
    return !std::all_of(name.begin(), name.end(), [](unsigned char character) {
        return std::isalnum(character) != 0 || character == '_';
    });
}

}  // namespace

ExpressionWriter::ExpressionWriter(Random& random, ValueWriter& values, const Item* item)
    : random_(random), values_(values), item_(item) {}

void ExpressionWriter::avoid(const KeyShape& keys) {
    avoided_.insert(keys.hash.name);
    if (keys.has_range()) avoided_.insert(keys.range.name);
}

std::string ExpressionWriter::name_of(const std::string& attribute) {
    if (!needs_placeholder(attribute) && random_.percent(70)) return attribute;
    for (const auto& [placeholder, name] : names_) {
        if (name == attribute) return placeholder;
    }
    const std::string placeholder = "#n" + std::to_string(names_.size());
    names_[placeholder] = attribute;
    return placeholder;
}

std::string ExpressionWriter::path() {
    attribute_ = values_.attribute_name();
    if (item_ != nullptr && !item_->empty() && random_.percent(65)) {
        attribute_ =
            std::next(item_->begin(), static_cast<long>(random_.below(item_->size())))->first;
    }
    if (avoided_.contains(attribute_) && !random_.percent(3)) attribute_ = "a";
    std::string path = name_of(attribute_);
    const std::string value = known_value(attribute_);
    if (value.starts_with(R"({"L")") && random_.percent(50)) {
        path += random_.one_of({"[0]", "[1]", "[7]"});
        attribute_ += "[";
    } else if (value.starts_with(R"({"M")") && random_.percent(50)) {
        path += "." + name_of(values_.attribute_name());
        attribute_ += ".";
    } else if (random_.percent(4)) {
        path += random_.one_of({"[0]", ".a", "[0].b"});
    }
    return path;
}

std::string ExpressionWriter::known_value(const std::string& attribute) {
    if (item_ == nullptr) return "";
    const auto found = item_->find(attribute);
    return found == item_->end() ? "" : found->second;
}

std::string ExpressionWriter::placeholder(std::string_view value) {
    const std::string placeholder = ":v" + std::to_string(texts_of_values_.size());
    texts_of_values_[placeholder] = value;
    return placeholder;
}

std::string ExpressionWriter::operand(const std::string& attribute) {
    if (random_.percent(10)) return path();
    if (random_.percent(6)) return "size(" + path() + ")";
    const std::string value = known_value(attribute);
    return placeholder(value.empty() ? values_.any(1) : values_.near(value));
}

std::string ExpressionWriter::comparison() {
    const std::string left = random_.percent(8) ? "size(" + path() + ")" : path();
    const std::string attribute = left.starts_with("size(") ? "" : attribute_;
    if (random_.percent(12)) {
        return left + " BETWEEN " + operand(attribute) + " AND " + operand(attribute);
    }
    if (random_.percent(12)) {
        std::string text = left + " IN (" + operand(attribute);
        for (int i = random_.between(0, 2); i > 0; --i) text += ", " + operand(attribute);
        return text + ")";
    }
    const std::string comparator = random_.one_of({"=", "=", "<>", "<", "<=", ">", ">="});
    return left + " " + comparator + " " + operand(attribute);
}

std::string ExpressionWriter::function() {
    switch (random_.below(5)) {
        case 0: return "attribute_exists(" + path() + ")";
        case 1: return "attribute_not_exists(" + path() + ")";
        case 2: {
            const std::string type = random_.one_of({"S", "N", "M", "L", "SS", "NULL", "BOOL"});
            const std::string subject = path();
            return "attribute_type(" + subject + ", " + placeholder(attribute_value("S", type)) +
                   ")";
        }
        case 3: {
            const std::string subject = path();
            const std::string type = random_.one_of({"S", "S", "B"});
            return "begins_with(" + subject + ", " + placeholder(values_.of_type(type, 0)) + ")";
        }
        default: {
            const std::string subject = path();
            return "contains(" + subject + ", " + operand("") + ")";
        }
    }
}

std::string ExpressionWriter::condition(int depth) {
    const std::size_t form = depth == 0 ? random_.below(2) : random_.weighted({5, 4, 2, 2, 1, 1});
    switch (form) {
        case 0: return comparison();
        case 1: return function();
        case 2: {
            const std::string left = condition(depth - 1);
            return left + " AND " + condition(depth - 1);
        }
        case 3: {
            const std::string left = condition(depth - 1);
            return left + " OR " + condition(depth - 1);
        }
        case 4: return "NOT " + condition(depth - 1);
        default: {
            const std::string left = condition(depth - 1);
            return "(" + left + " OR " + condition(0) + ")";
        }
    }
}

std::string ExpressionWriter::key_condition(const KeyShape& keys, const Item& key) {
    const auto value_of = [&](const KeyAttribute& part) {
        const auto found = key.find(part.name);
        return found == key.end() ? values_.key_value(part.type) : found->second;
    };
    std::string text = name_of(keys.hash.name) + " = " + placeholder(value_of(keys.hash));
    if (!keys.has_range() || random_.percent(45)) return text;
    const std::string range = name_of(keys.range.name);
    const std::string value = placeholder(value_of(keys.range));
    if (random_.percent(25)) {
        const std::string other = placeholder(values_.key_value(keys.range.type));
        return text + " AND " + range + " BETWEEN " + value + " AND " + other;
    }
    if (keys.range.type != "N" && random_.percent(30)) {
        return text + " AND begins_with(" + range + ", " + value + ")";
    }
    const std::string comparator = random_.one_of({"=", "<", "<=", ">", ">="});
    return text + " AND " + range + " " + comparator + " " + value;
}

std::string ExpressionWriter::set_value() {
    const std::string attribute = attribute_;
    const std::string value = known_value(attribute);
    switch (random_.weighted({6, 3, 2, 2, 2})) {
        case 0: return placeholder(value.empty() ? values_.any(2) : values_.near(value));
        case 1: {
            const std::string sign = random_.one_of({" + ", " - "});
            return path() + sign + placeholder(values_.of_type("N", 0));
        }
        case 2: {
            const std::string source = path();
            return "if_not_exists(" + source + ", " + placeholder(values_.any(1)) + ")";
        }
        case 3: {
            const std::string source = path();
            return "list_append(" + source + ", " + placeholder(values_.of_type("L", 1)) + ")";
        }
        default: return path();
    }
}

std::string ExpressionWriter::set_clause() {
    const std::string target = path();
    return target + " = " + set_value();
}

std::string ExpressionWriter::added_value(std::string_view keyword) {
    const std::string value = known_value(attribute_);
    if (value.find("S\":[") != std::string::npos && random_.percent(70)) {
        return placeholder(values_.near(value));
    }
    const std::string type = random_.one_of({"SS", "NS", "BS"});
    const bool adds_number = keyword == "ADD" && random_.percent(60);
    return placeholder(values_.of_type(adds_number ? "N" : type, 1));
}

std::string ExpressionWriter::update() {
    std::string text;
    for (const std::string keyword : {"SET", "REMOVE", "ADD", "DELETE"}) {
        const unsigned chance = keyword == "SET" ? 70 : 22;
        const bool is_last_chance = keyword == "DELETE" && text.empty();
        if (!random_.percent(chance) && !is_last_chance) continue;
        text += (text.empty() ? "" : " ") + keyword;
        for (int i = random_.between(1, 2); i > 0; --i) {
            if (keyword == "SET") {
                text += " " + set_clause();
            } else {
                text += " " + path();
                if (keyword != "REMOVE") text += " " + added_value(keyword);
            }
            if (i > 1) text += ",";
        }
    }
    return text;
}

std::string ExpressionWriter::projection() {
    std::string text = path();
    for (int i = random_.between(0, 2); i > 0; --i) text += ", " + path();
    return text;
}

void ExpressionWriter::add_placeholders(ObjectText& request) const {
    if (!names_.empty()) {
        ObjectText names;
        for (const auto& [placeholder, name] : names_) names.add_text(placeholder, name);
        request.add("ExpressionAttributeNames", names.text());
    }
    if (!texts_of_values_.empty()) {
        ObjectText values;
        for (const auto& [placeholder, value] : texts_of_values_) values.add(placeholder, value);
        request.add("ExpressionAttributeValues", values.text());
    }
}

}  // namespace stator::conformance::generate
