// Members of JSON objects, written and read by the same function.
//
// `members(code, value)` lists the members of a value in order, and `code` writes or reads them.
// Declare it in this namespace or in that of the value. The data file stores definitions in this
// form. If a member is absent or has another type, a reader keeps the default of a new value, so
// data files of older Stator versions remain readable.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/values/terms.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::model {

// Matches Value and const Value: a value that is read or written.
template <class T, class Value>
concept Like = std::same_as<std::remove_const_t<T>, Value>;

template <class T>
using ByIndex = std::map<std::string, T, std::less<>>;

class MemberWriter {
public:
    explicit MemberWriter(wire::JsonWriter& json) : json_(json) {}

    template <class T>
    void operator()(std::string_view name, const T& value) {
        json_.key(name);
        put(value);
    }

    // Omits absent values.
    template <class T>
    void operator()(std::string_view name, const std::optional<T>& value) {
        if (value) (*this)(name, *value);
    }

    // `otherwise`: the value that a reader uses if the member is absent.
    template <class T>
    void operator()(std::string_view name, const T& value, const T& /*otherwise*/) {
        (*this)(name, value);
    }

    // Omits values that are empty, zero or false.
    template <class T>
    void if_set(std::string_view name, const T& value) {
        if (!(value == T())) (*this)(name, value);
    }

    // A required member: readers reject an object in which it is absent or empty.
    template <class T>
    void demand(std::string_view name, const T& value) {
        (*this)(name, value);
    }

    // Several members of the same object. If a required one is missing, none is read.
    template <class T>
    void together(const std::optional<T>& value) {
        if (value) members(*this, *value);
    }

    // A value that is a JSON string. Omitted if the string is empty.
    template <class T, class ToText, class FromText>
    void text(std::string_view name, const T& value, const ToText& to_text, const FromText&) {
        if_set(name, std::string(to_text(value)));
    }

    template <class T, class ToText, class FromText>
    void text(
        std::string_view name,
        const std::optional<T>& value,
        const ToText& to_text,
        const FromText& from_text
    ) {
        if (value) text(name, *value, to_text, from_text);
    }

    // An array of objects with `members(code, index, value)`. Omitted if empty.
    template <class T>
    void by_index(std::string_view name, const ByIndex<T>& values) {
        if (values.empty()) return;
        json_.objects_member(name, values, [&](const auto& entry) {
            members(*this, entry.first, entry.second);
        });
    }

private:
    void put(bool flag) { json_.boolean(flag); }

    void put(std::int64_t number) { json_.integer(number); }

    void put(double number) { json_.decimal(number); }

    void put(Instant time) { json_.integer(time.unix_ms()); }

    void put(const std::string& text) { json_.string(text); }

    template <values::HasTexts T>
    void put(const T& term) {
        json_.string(values::text_of(term));
    }

    template <class T>
    void put(const std::vector<T>& list) {
        json_.begin_array();
        for (const T& element : list) put(element);
        json_.end_array();
    }

    template <class T>
    void put(const std::map<std::string, T>& values) {
        json_.begin_object();
        for (const auto& [key, value] : values) (*this)(key, value);
        json_.end_object();
    }

    template <class T>
    void put(const T& value) {
        json_.begin_object();
        members(*this, value);
        json_.end_object();
    }

    wire::JsonWriter& json_;
};

class MemberReader {
public:
    explicit MemberReader(wire::JsonView json) : json_(json) {}

    // Returns false if a required member was missing.
    bool is_whole() const { return is_whole_; }

    template <class T>
    void operator()(std::string_view name, T& value) {
        if constexpr (!std::is_enum_v<T>) value = T();
        find(name, value);
    }

    template <class T>
    void operator()(std::string_view name, T& value, const T& otherwise) {
        if (!find(name, value)) value = otherwise;
    }

    template <class T>
    void if_set(std::string_view name, T& value) {
        (*this)(name, value);
    }

    template <class T>
    void demand(std::string_view name, T& value) {
        is_whole_ = find(name, value) && is_whole_;
        if constexpr (requires { value.empty(); }) is_whole_ = is_whole_ && !value.empty();
    }

    template <class T>
    void together(std::optional<T>& value) {
        MemberReader part(json_);
        members(part, value.emplace());
        if (!part.is_whole()) value.reset();
    }

    template <class T, class ToText, class FromText>
    void text(std::string_view name, T& value, const ToText&, const FromText& from_text) {
        const std::optional<T> read = from_text(json_.string_or_empty(name));
        value = read.value_or(value);
    }

    template <class T, class ToText, class FromText>
    void text(
        std::string_view name, std::optional<T>& value, const ToText&, const FromText& from_text
    ) {
        value = from_text(json_.string_or_empty(name));
    }

    template <class T>
    void by_index(std::string_view name, ByIndex<T>& values) {
        const auto list = json_.find(name);
        if (!list || !list->is_array()) return;
        for (const auto& element : list->elements()) {
            if (!element.IsObject()) continue;
            MemberReader part{wire::JsonView(element)};
            std::string index;
            T value;
            members(part, index, value);
            values.insert_or_assign(std::move(index), std::move(value));
        }
    }

private:
    // Returns false if the member is absent or has another type.
    template <class T>
    bool find(std::string_view name, T& value) {
        const auto found = json_.find(name);
        return found && take(*found, value);
    }

    bool take(wire::JsonView json, bool& flag) {
        flag = json.is_boolean() && json.boolean();
        return json.is_boolean();
    }

    bool take(wire::JsonView json, std::int64_t& number) {
        if (json.is_integer()) number = json.integer();
        return json.is_integer();
    }

    bool take(wire::JsonView json, double& number) {
        if (json.is_number()) number = json.number();
        return json.is_number();
    }

    bool take(wire::JsonView json, Instant& time) {
        if (json.is_integer()) time = Instant(json.integer());
        return json.is_integer();
    }

    bool take(wire::JsonView json, std::string& text) {
        if (json.is_string()) text = json.string();
        return json.is_string();
    }

    template <values::HasTexts T>
    bool take(wire::JsonView json, T& term) {
        const auto known = json.is_string() ? values::term_from<T>(json.string()) : std::nullopt;
        term = known.value_or(term);
        return known.has_value();
    }

    template <class T>
    bool take(wire::JsonView json, std::optional<T>& value) {
        if (!take(json, value.emplace())) value.reset();
        return value.has_value();
    }

    template <class T>
    bool take(wire::JsonView json, std::vector<T>& list) {
        if (!json.is_array()) return false;
        for (const auto& element : json.elements()) {
            if (!take(wire::JsonView(element), list.emplace_back())) list.pop_back();
        }
        return true;
    }

    template <class T>
    bool take(wire::JsonView json, std::map<std::string, T>& values) {
        if (!json.is_object()) return false;
        for (const auto& member : json.members()) {
            T value{};
            if (!take(wire::JsonView(member.value), value)) continue;
            values.insert_or_assign(std::string(wire::member_name(member)), std::move(value));
        }
        return true;
    }

    template <class T>
    bool take(wire::JsonView json, T& value) {
        if (!json.is_object()) return false;
        MemberReader part(json);
        members(part, value);
        is_whole_ = is_whole_ && part.is_whole();
        return true;
    }

    wire::JsonView json_;
    bool is_whole_ = true;
};

template <class T>
std::string stored_text(const T& value) {
    return wire::object_text([&](wire::JsonWriter& json) {
        MemberWriter code(json);
        members(code, value);
    });
}

// Returns nullopt if the text is not a JSON object, or lacks a required member.
template <class T>
std::optional<T> from_stored(std::string text) {
    const auto document = wire::JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) return std::nullopt;
    MemberReader code(document->root());
    T value;
    members(code, value);
    return code.is_whole() ? std::optional(std::move(value)) : std::nullopt;
}

}  // namespace stator::protocol::model
