// Items, scopes and error messages for the tests of the expression languages.
//
// JSON is written with single quotes, which become double quotes here: {'a': {'S': 'x'}}.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::tests {

inline protocol::wire::JsonDocument document(std::string_view single_quoted) {
    std::string text(single_quoted);
    std::replace(text.begin(), text.end(), '\'', '"');
    auto parsed = protocol::wire::JsonDocument::parse(text);
    if (!parsed) {
        std::fprintf(stderr, "not JSON: %s\n", text.c_str());
        std::abort();
    }
    return std::move(*parsed);
}

// The item, or null for "".
inline protocol::values::ItemImagePtr item(std::string_view json) {
    if (json.empty()) return nullptr;
    const auto parsed = document(json);
    return protocol::wire::decode_item(parsed.root(), protocol::values::Dialect::Current).value();
}

inline std::string item_text(const protocol::values::ItemImage* image) {
    if (image == nullptr) return "nothing";
    std::string text;
    protocol::wire::append_item(text, *image);
    std::replace(text.begin(), text.end(), '"', '\'');
    return text;
}

// Each map may be "", which means that it is absent.
inline protocol::Result<protocol::expression::analysis::ExpressionScope> scope(
    std::string_view names,
    std::string_view values,
    protocol::values::Dialect dialect = protocol::values::Dialect::Current
) {
    const auto names_document = document(names.empty() ? "{}" : names);
    const auto values_document = document(values.empty() ? "{}" : values);
    using protocol::wire::JsonView;
    return protocol::expression::analysis::ExpressionScope::decode(
        names.empty() ? std::nullopt : std::optional<JsonView>(names_document.root()),
        values.empty() ? std::nullopt : std::optional<JsonView>(values_document.root()),
        dialect
    );
}

// "ok", or the error message.
template <class T>
std::string verdict(const protocol::Result<T>& result) {
    return result.has_error() ? result.error().message : "ok";
}

// The placeholders most tests share.
inline constexpr std::string_view kNames =
    "{'#a': 'a', '#b': 'b', '#c': 'c', '#dot': 'x.y', '#name': 'name'}";
inline constexpr std::string_view kValues =
    "{':s': {'S': 'text'}, ':t': {'S': 'z'}, ':n': {'N': '5'}, ':m': {'N': '4'},"
    " ':b': {'B': 'AQI='}, ':bool': {'BOOL': true}, ':null': {'NULL': true},"
    " ':ss': {'SS': ['x', 'y']}, ':ns': {'NS': ['1', '2']}, ':bs': {'BS': ['AQ==']},"
    " ':l': {'L': [{'N': '1'}]}, ':map': {'M': {'k': {'S': 'v'}}},"
    " ':typeS': {'S': 'S'}, ':typeBad': {'S': 'STRING'}, ':empty': {'S': ''}}";

inline std::string_view without_prefix(std::string_view text, std::string_view prefix) {
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

}  // namespace stator::tests
