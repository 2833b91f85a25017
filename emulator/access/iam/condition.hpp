// Condition: one test of a statement, which compares a key of the request's context with values.
// Immutable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "emulator/access/iam/condition_values.hpp"
#include "emulator/access/iam/pattern.hpp"
#include "emulator/base/accepted.hpp"

namespace stator::emulator::access::iam {

// The type of the values that a test compares.
enum class ValueKind : unsigned char {
    Text,
    Like,
    Decimal,
    Moment,
    Truth,
    Bytes,
    Address,
    Arn,
    Null
};

enum class Comparison : unsigned char { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };

// A test and its name, such as "StringNotEquals".
struct ConditionOperator {
    std::string_view name;
    ValueKind kind = ValueKind::Text;
    bool is_negated = false;
    Comparison comparison = Comparison::Equal;
    Case casing = Case::Heeded;
};

// Null if IAM does not know the name.
const ConditionOperator* find_condition_operator(std::string_view name);

enum class Quantifier : unsigned char { None, ForAllValues, ForAnyValue };

class Condition {
public:
    // `test` in the form of a policy: "ForAnyValue:StringLikeIfExists". Errors: an unknown test, a
    // value that the test cannot compare with.
    static Accepted<Condition> read(
        std::string_view test,
        std::string_view key,
        const std::vector<std::string>& values,
        bool has_variables
    );

    // True if IAM has this test: "StringLike", "ForAnyValue:StringLikeIfExists".
    static bool knows(std::string_view test);

    enum class Outcome : unsigned char { Fails, Holds, Unresolved };

    // AWS: without the key, a test fails. Negated tests, "…IfExists" and ForAllValues hold then.
    // [docs.aws.amazon.com/IAM/latest/UserGuide/
    // reference_policies_condition-logic-multiple-context-keys-or-values.html]
    Outcome test(const Context& context) const;

    const std::string& name() const { return name_; }

    const std::string& key() const { return key_; }

    // The values as written in the policy.
    const std::vector<std::string>& values() const { return values_; }

    // The key of the variable that makes the outcome Unresolved.
    std::string_view unresolved_key(const Context& context) const;

private:
    using Operand =
        std::variant<Pattern, ArnPattern, double, std::int64_t, bool, std::string, AddressRange>;

    static Accepted<Operand> operand_of(
        const ConditionOperator& test, std::string_view value, bool has_variables
    );
    // Whether a value of the context matches one of the operands. Ignores the negation of the test.
    Fit fit(std::string_view value, const Context& context) const;
    Fit fit_one(std::string_view value, const Operand& operand, const Context& context) const;
    bool compare(double left, double right) const;

    std::string name_;
    std::string key_;
    std::string lower_key_;
    std::vector<std::string> values_;
    const ConditionOperator* operator_ = nullptr;
    Quantifier quantifier_ = Quantifier::None;
    bool if_exists_ = false;
    std::vector<Operand> operands_;
};

}  // namespace stator::emulator::access::iam
