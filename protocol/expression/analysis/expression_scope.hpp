// ExpressionScope: the ExpressionAttributeNames and ExpressionAttributeValues of one request (or of
// one action of a transaction). Records which of them the expressions use. Not thread-safe.
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
    // Decodes both maps; either may be absent. Errors, in DynamoDB's order: empty map, invalid or
    // too long placeholders (all keys first), empty or too long targets, values. In the older
    // dialect, errors about values are wrapped: "ExpressionAttributeValues contains invalid value:
    // …".
    static Result<ExpressionScope> decode(
        std::optional<wire::JsonView> names,
        std::optional<wire::JsonView> values,
        values::Dialect dialect
    );

    // Like decode(), but values may nest more deeply than those of an item, up to the limit on the
    // request's depth.
    static Result<ExpressionScope> decode_of_any_depth(
        std::optional<wire::JsonView> names,
        std::optional<wire::JsonView> values,
        values::Dialect dialect
    );

    // Like decode(), but check_values() reports errors about the contents of values. Until then, an
    // empty or zero value of the same type replaces each invalid value.
    static Result<ExpressionScope> decode_judging_values_later(
        std::optional<wire::JsonView> names,
        std::optional<wire::JsonView> values,
        values::Dialect dialect
    );

    // Returns the attribute name of "#n" and marks it as used; null if it is undefined.
    const std::string* name(std::string_view placeholder);
    // Returns the value of ":v" and marks it as used; null if it is undefined.
    const values::AttributeValue* value(std::string_view placeholder);

    // Errors: "Value provided in ExpressionAttributeNames unused in expressions: keys: {…}", then
    // the same for values. Call this after all expressions have been parsed.
    Result<void> check_all_used() const;

    // Error: the first error about a value's contents that decode_judging_values_later() deferred.
    Result<void> check_values() const;

private:
    // The meaning of a placeholder: an attribute name or a value.
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
