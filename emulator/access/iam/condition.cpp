#include "emulator/access/iam/condition.hpp"

#include <algorithm>
#include <array>

#include "protocol/base/result.hpp"

namespace stator::emulator::access::iam {
namespace {

constexpr std::array kOperators = std::to_array<ConditionOperator>({
    {.name = "StringEquals", .kind = ValueKind::Text},
    {.name = "StringNotEquals", .kind = ValueKind::Text, .is_negated = true},
    {.name = "StringEqualsIgnoreCase", .kind = ValueKind::Text, .casing = Case::Ignored},
    {.name = "StringNotEqualsIgnoreCase",
     .kind = ValueKind::Text,
     .is_negated = true,
     .casing = Case::Ignored},
    {.name = "StringLike", .kind = ValueKind::Like},
    {.name = "StringNotLike", .kind = ValueKind::Like, .is_negated = true},
    {.name = "NumericEquals", .kind = ValueKind::Decimal},
    {.name = "NumericNotEquals", .kind = ValueKind::Decimal, .is_negated = true},
    {.name = "NumericLessThan", .kind = ValueKind::Decimal, .comparison = Comparison::Less},
    {.name = "NumericLessThanEquals",
     .kind = ValueKind::Decimal,
     .comparison = Comparison::LessOrEqual},
    {.name = "NumericGreaterThan", .kind = ValueKind::Decimal, .comparison = Comparison::Greater},
    {.name = "NumericGreaterThanEquals",
     .kind = ValueKind::Decimal,
     .comparison = Comparison::GreaterOrEqual},
    {.name = "DateEquals", .kind = ValueKind::Moment},
    {.name = "DateNotEquals", .kind = ValueKind::Moment, .is_negated = true},
    {.name = "DateLessThan", .kind = ValueKind::Moment, .comparison = Comparison::Less},
    {.name = "DateLessThanEquals",
     .kind = ValueKind::Moment,
     .comparison = Comparison::LessOrEqual},
    {.name = "DateGreaterThan", .kind = ValueKind::Moment, .comparison = Comparison::Greater},
    {.name = "DateGreaterThanEquals",
     .kind = ValueKind::Moment,
     .comparison = Comparison::GreaterOrEqual},
    {.name = "Bool", .kind = ValueKind::Truth},
    {.name = "BinaryEquals", .kind = ValueKind::Bytes},
    {.name = "IpAddress", .kind = ValueKind::Address},
    {.name = "NotIpAddress", .kind = ValueKind::Address, .is_negated = true},
    {.name = "ArnEquals", .kind = ValueKind::Arn},
    {.name = "ArnLike", .kind = ValueKind::Arn},
    {.name = "ArnNotEquals", .kind = ValueKind::Arn, .is_negated = true},
    {.name = "ArnNotLike", .kind = ValueKind::Arn, .is_negated = true},
    {.name = "Null", .kind = ValueKind::Null},
});

bool take_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

// The error for a value that a test cannot compare with; `is_what` completes "…, which is no".
Refusal wrong_value(const ConditionOperator& test, std::string_view value, const char* is_what) {
    return Refusal{
        std::string(test.name) + " compares with '" + std::string(value) + "', which is " +
        is_what};
}

}  // namespace

const ConditionOperator* find_condition_operator(std::string_view name) {
    const auto found = std::ranges::find(kOperators, name, &ConditionOperator::name);
    return found == kOperators.end() ? nullptr : &*found;
}

bool Condition::knows(std::string_view test) {
    if (!take_prefix(test, "ForAllValues:")) take_prefix(test, "ForAnyValue:");
    take_suffix(test, "IfExists");
    return find_condition_operator(test) != nullptr;
}

Accepted<Condition::Operand> Condition::operand_of(
    const ConditionOperator& test, std::string_view value, bool has_variables
) {
    const auto take = [&](auto&& parsed, const char* is_what) -> Accepted<Operand> {
        if (!parsed) return wrong_value(test, value, is_what);
        return Operand(*parsed);
    };
    switch (test.kind) {
        case ValueKind::Text:
        case ValueKind::Like:
            return Operand(Pattern(
                value,
                {.has_wildcards = test.kind == ValueKind::Like, .has_variables = has_variables}
            ));
        case ValueKind::Arn: return Operand(ArnPattern::of_condition(value, has_variables));
        case ValueKind::Decimal: return take(parse_decimal(value), "no number");
        case ValueKind::Moment:
            return take(parse_moment(value), "no time, such as 2026-01-31T23:59:59Z");
        case ValueKind::Truth:
        case ValueKind::Null: return take(parse_truth(value), "neither true nor false");
        case ValueKind::Bytes: return take(parse_base64(value), "no base64");
        case ValueKind::Address:
            return take(parse_addresses(value), "no address, such as 10.0.0.0/8");
    }
    return wrong_value(test, value, "no value");
}

Accepted<Condition> Condition::read(
    std::string_view test,
    std::string_view key,
    const std::vector<std::string>& values,
    bool has_variables
) {
    Condition condition;
    condition.name_ = test;
    condition.key_ = key;
    condition.lower_key_ = lower(key);
    condition.values_ = values;
    std::string_view rest = test;
    if (take_prefix(rest, "ForAllValues:")) {
        condition.quantifier_ = Quantifier::ForAllValues;
    } else if (take_prefix(rest, "ForAnyValue:")) {
        condition.quantifier_ = Quantifier::ForAnyValue;
    }
    condition.if_exists_ = take_suffix(rest, "IfExists");
    condition.operator_ = find_condition_operator(rest);
    if (condition.operator_ == nullptr) {
        return Refusal{"has the condition '" + std::string(test) + "', which IAM does not know"};
    }
    const bool is_plain = condition.quantifier_ == Quantifier::None && !condition.if_exists_;
    if (condition.operator_->kind == ValueKind::Null && !is_plain) {
        return Refusal{
            "has the condition '" + std::string(test) +
            "', but Null takes neither a quantifier nor IfExists"};
    }
    if (key.find(':') == std::string_view::npos) {
        return Refusal{
            "has a condition on '" + std::string(key) +
            "', which is no condition key, such as dynamodb:LeadingKeys"};
    }
    for (const std::string& value : values) {
        auto operand = operand_of(*condition.operator_, value, has_variables);
        if (operand.has_error()) {
            return Refusal{
                "has a condition on " + condition.key_ + ": " + operand.error().sentence};
        }
        condition.operands_.push_back(*std::move(operand));
    }
    return condition;
}

bool Condition::compare(double left, double right) const {
    switch (operator_->comparison) {
        case Comparison::Equal: return left == right;
        case Comparison::Less: return left < right;
        case Comparison::LessOrEqual: return left <= right;
        case Comparison::Greater: return left > right;
        case Comparison::GreaterOrEqual: return left >= right;
    }
    return false;
}

Fit Condition::fit_one(std::string_view value, const Operand& operand, const Context& context)
    const {
    const auto fits = [](bool it_does) { return it_does ? Fit::Yes : Fit::No; };
    switch (operator_->kind) {
        case ValueKind::Text:
        case ValueKind::Like:
            return std::get<Pattern>(operand).fit(value, context, operator_->casing);
        case ValueKind::Arn: return std::get<ArnPattern>(operand).fit(value, context);
        case ValueKind::Decimal: {
            const auto number = parse_decimal(value);
            return fits(number && compare(*number, std::get<double>(operand)));
        }
        case ValueKind::Moment: {
            const auto moment = parse_moment(value);
            if (!moment) return Fit::No;
            const auto other = static_cast<double>(std::get<std::int64_t>(operand));
            return fits(compare(static_cast<double>(*moment), other));
        }
        case ValueKind::Truth: {
            const auto truth = parse_truth(value);
            return fits(truth && *truth == std::get<bool>(operand));
        }
        case ValueKind::Bytes: {
            const auto bytes = parse_base64(value);
            return fits(bytes && *bytes == std::get<std::string>(operand));
        }
        case ValueKind::Address: {
            const auto address = parse_addresses(value);
            return fits(address && std::get<AddressRange>(operand).contains(*address));
        }
        case ValueKind::Null: break;
    }
    return Fit::No;
}

Fit Condition::fit(std::string_view value, const Context& context) const {
    Fit result = Fit::No;
    for (const Operand& operand : operands_) {
        const Fit one = fit_one(value, operand, context);
        if (one == Fit::Unresolved) return one;
        if (one == Fit::Yes) result = one;
    }
    return result;
}

Condition::Outcome Condition::test(const Context& context) const {
    const auto outcome = [](bool holds) { return holds ? Outcome::Holds : Outcome::Fails; };
    const ContextValue* const found = context.find(lower_key_);
    if (operator_->kind == ValueKind::Null) {
        return outcome(std::ranges::any_of(operands_, [&](const Operand& operand) {
            return std::get<bool>(operand) == (found == nullptr);
        }));
    }
    if (found == nullptr) {
        if (if_exists_ || quantifier_ == Quantifier::ForAllValues) return Outcome::Holds;
        return outcome(quantifier_ == Quantifier::None && operator_->is_negated);
    }
    // AWS: such a test never holds, not even if it is negated. [ExtendDB's tests on AWS, 2026]
    if (quantifier_ == Quantifier::None && found->is_list) return Outcome::Fails;
    bool all = true;
    bool any = false;
    for (const std::string& value : found->values) {
        const Fit one = fit(value, context);
        if (one == Fit::Unresolved) return Outcome::Unresolved;
        const bool holds = (one == Fit::Yes) != operator_->is_negated;
        all = all && holds;
        any = any || holds;
    }
    return outcome(quantifier_ == Quantifier::ForAnyValue ? any : all);
}

std::string_view Condition::unresolved_key(const Context& context) const {
    for (const Operand& operand : operands_) {
        std::string_view key;
        if (const auto* text = std::get_if<Pattern>(&operand)) key = text->unresolved_key(context);
        if (const auto* arn = std::get_if<ArnPattern>(&operand)) key = arn->unresolved_key(context);
        if (!key.empty()) return key;
    }
    return {};
}

}  // namespace stator::emulator::access::iam
