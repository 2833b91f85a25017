// ExpressionScope: the ExpressionAttributeNames and ExpressionAttributeValues of one request (or
// of one action of a transaction), and which of them its expressions have used so far.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::expression::analysis {

class ExpressionScope {
public:
    // Decodes both maps; either may be absent. Errors, in DynamoDB's order: empty map, bad or too
    // long placeholders (all keys first), empty or too long targets, values. In the older dialect
    // errors about values are wrapped: "ExpressionAttributeValues contains invalid value: …".
    static Result<ExpressionScope> decode(
        std::optional<wire::JsonView> names,
        std::optional<wire::JsonView> values,
        values::Dialect dialect
    );

    // The same, but values may nest more deeply than an item's, up to what the request's depth
    // allows.
    static Result<ExpressionScope> decode_of_any_depth(
        std::optional<wire::JsonView> names,
        std::optional<wire::JsonView> values,
        values::Dialect dialect
    );

    // The same, but errors about the content of a value are left to check_values(). Until then a
    // harmless value of the same type takes the place of the faulty one.
    static Result<ExpressionScope> decode_judging_values_later(
        std::optional<wire::JsonView> names,
        std::optional<wire::JsonView> values,
        values::Dialect dialect
    );

    // The attribute name behind "#n", or nothing; marks it used.
    const std::string* name(std::string_view placeholder);
    // The value behind ":v", or nothing; marks it used.
    const values::AttributeValue* value(std::string_view placeholder);

    // Errors: "Value provided in ExpressionAttributeNames unused in expressions: keys: {…}", then
    // the same for values. Call it after every expression has parsed.
    Result<void> check_all_used() const;

    // Error: the first one about a value's content that decode_judging_values_later() passed over.
    Result<void> check_values() const;

private:
    // What a placeholder stands for: an attribute's name, or a value.
    template <class Content>
    struct Meaning {
        Content content = {};
        bool used = false;
    };

    template <class Content>
    using Meanings = std::map<std::string, Meaning<Content>, std::less<>>;

    Result<void> decode_names(wire::JsonView names);
    enum class Judgement : unsigned char { Now, Later, NowButDepth };

    Result<void> decode_values(wire::JsonView values, values::Dialect dialect, Judgement judgement);
    Meanings<std::string> names_;
    Meanings<values::AttributeValue> values_;
    std::optional<ApiError> value_fault_;
};

}  // namespace stator::protocol::expression::analysis
