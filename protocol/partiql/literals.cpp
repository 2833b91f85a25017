#include "protocol/partiql/literals.hpp"

#include <algorithm>
#include <set>

#include "protocol/base/limits.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::partiql {
namespace {

std::string element_path(const std::string& path, std::size_t index) {
    return path + "[" + std::to_string(index) + "]";
}

// AWS: number literals follow the rules of the older dialect.
// [case ExecuteStatement/number_literal_limits]
Result<std::string> encoded_number(const SyntaxNode& node, const std::string& path) {
    std::string number;
    constexpr auto kDialect = values::Dialect::Older;
    const auto encoded = values::encode_number(node.text, kDialect, number);
    if (encoded.has_error()) {
        return errors::literal_number(
            errors::invalid_number(encoded.error(), node.text, kDialect).message, path
        );
    }
    return number;
}

// Returns the encoded members in the order in which they are written.
Result<std::vector<std::string>> bag_members(const SyntaxNode& bag, const std::string& path) {
    std::vector<std::string> members;
    const NodeKind kind = bag.children.front().kind;
    for (const SyntaxNode& child : bag.children) {
        if (child.kind == NodeKind::Parameter) {
            return errors::unsupported_literal(
                node_name(child), element_path(path, members.size()), child.position
            );
        }
        const bool is_member = kind == NodeKind::Number || kind == NodeKind::String;
        if (!is_member || child.kind != kind) return errors::mixed_bag();
        if (kind == NodeKind::String) {
            members.push_back(child.text);
            continue;
        }
        STATOR_TRY(std::string number, encoded_number(child, element_path(path, members.size())));
        members.push_back(std::move(number));
    }
    return members;
}

Result<void> append_bag(const SyntaxNode& bag, const std::string& path, std::string& out) {
    if (bag.children.empty()) return errors::empty_bag();
    STATOR_TRY(const auto members, bag_members(bag, path));
    const bool numbers = bag.children.front().kind == NodeKind::Number;
    const auto type = numbers ? values::AttributeType::NumberSet : values::AttributeType::StringSet;
    const std::set<std::string_view> distinct(members.begin(), members.end());
    if (distinct.size() != members.size()) {
        std::vector<std::string_view> written;
        for (const SyntaxNode& child : bag.children) written.push_back(child.text);
        if (!numbers) return errors::strings_have_duplicates(written);
        return errors::numbers_have_duplicates(written, path);
    }
    const std::size_t place = values::open_container(out, type, distinct.size());
    for (const std::string_view member : distinct) values::append_name(out, member);
    values::close_container(out, place);
    return {};
}

Result<void> append_literal(
    const SyntaxNode& node, const std::string& path, std::size_t level, std::string& out
);

Result<void> append_list(
    const SyntaxNode& list, const std::string& path, std::size_t level, std::string& out
) {
    const std::size_t place =
        values::open_container(out, values::AttributeType::List, list.children.size());
    for (std::size_t i = 0; i < list.children.size(); ++i) {
        STATOR_CHECK(append_literal(list.children[i], element_path(path, i), level + 1, out));
    }
    values::close_container(out, place);
    return {};
}

Result<void> append_tuple(
    const SyntaxNode& tuple, const std::string& path, std::size_t level, std::string& out
) {
    Attributes attributes;
    for (std::size_t i = 0; i < tuple.children.size(); i += 2) {
        STATOR_TRY(std::string name, tuple_name(tuple.children[i], path));
        values::AttributeValue value;
        STATOR_CHECK(
            append_literal(tuple.children[i + 1], path + "." + name, level + 1, value.buffer())
        );
        attributes.emplace_back(std::move(name), std::move(value));
    }
    sort_attributes(attributes);
    const std::size_t place =
        values::open_container(out, values::AttributeType::Map, attributes.size());
    for (const auto& [name, value] : attributes) {
        values::append_name(out, name);
        out.append(value.encoded());
    }
    values::close_container(out, place);
    return {};
}

Result<void> append_literal(
    const SyntaxNode& node, const std::string& path, std::size_t level, std::string& out
) {
    if (level > kMaxNestingLevels) return errors::literal_nesting_too_deep(path);
    if (node.kind == NodeKind::List) return append_list(node, path, level, out);
    if (node.kind == NodeKind::Tuple) return append_tuple(node, path, level, out);
    if (node.kind == NodeKind::Bag) return append_bag(node, path, out);
    if (node.kind == NodeKind::Number) {
        STATOR_TRY(const std::string number, encoded_number(node, path));
        values::append_scalar(out, values::AttributeType::Number, number);
    } else if (node.kind == NodeKind::String) {
        values::append_scalar(out, values::AttributeType::String, node.text);
    } else if (node.kind == NodeKind::Boolean) {
        values::append_boolean(out, node.text == "true");
    } else if (node.kind == NodeKind::Null) {
        values::append_null(out);
    } else {
        return errors::unsupported_literal(node_name(node), path, node.position);
    }
    return {};
}

}  // namespace

bool is_literal(const SyntaxNode& node) {
    constexpr NodeKind kLiterals[] = {
        NodeKind::String,
        NodeKind::Number,
        NodeKind::Boolean,
        NodeKind::Null,
        NodeKind::List,
        NodeKind::Bag,
        NodeKind::Tuple};
    return std::count(std::begin(kLiterals), std::end(kLiterals), node.kind) != 0;
}

Result<values::AttributeValue> literal_value(const SyntaxNode& node, const std::string& path) {
    values::AttributeValue value;
    STATOR_CHECK(append_literal(node, path, 1, value.buffer()));
    return value;
}

Result<std::string> tuple_name(const SyntaxNode& node, const std::string& path) {
    if (node.kind != NodeKind::String) {
        return errors::unsupported_literal(node_name(node), path, node.position);
    }
    if (node.text.empty()) return errors::empty_attribute_name();
    return node.text;
}

void sort_attributes(Attributes& attributes) {
    std::stable_sort(attributes.begin(), attributes.end(), [](const auto& left, const auto& right) {
        return left.first < right.first;
    });
    Attributes kept;
    for (auto& entry : attributes) {
        if (!kept.empty() && kept.back().first == entry.first) kept.pop_back();
        kept.push_back(std::move(entry));
    }
    attributes = std::move(kept);
}

}  // namespace stator::protocol::partiql
