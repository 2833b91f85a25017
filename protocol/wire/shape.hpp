// Shapes: the declarative tables that requests are checked against.
//
// One checker turns a wrong JSON type into DynamoDB's SerializationException; a second one turns
// violated constraints into the aggregated "N validation errors detected" ValidationException.
// Members are listed in the order in which DynamoDB reports them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/values/dialect.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::wire {

enum class ShapeType : unsigned char {
    String,
    Boolean,
    Integer,
    Long,
    Double,
    Blob,
    Structure,
    List,
    Map,
    AttributeValue,
};

struct Member;

// What a text must look like.
struct Pattern {
    std::string_view shown;  // the regular expression, as the message has it
    bool (*matches)(std::string_view text);
};

struct Shape {
    ShapeType type = ShapeType::Structure;
    // The class that DynamoDB names in SerializationException messages.
    std::string_view class_name = {};
    std::span<const Member> members = {};
    const Shape* element = nullptr;  // of List and Map

    std::int64_t length_min = 0;
    std::int64_t length_max = std::numeric_limits<std::int64_t>::max();
    std::int64_t value_min = std::numeric_limits<std::int64_t>::min();
    std::int64_t value_max = std::numeric_limits<std::int64_t>::max();
    bool name_pattern = false;  // [a-zA-Z0-9_.-]+
    const Pattern* pattern = nullptr;
    // "[A, B]" exactly as DynamoDB prints it; empty when any text is allowed.
    std::string_view enum_set = {};
    // The list that the message prints, where AWS prints something other than what it accepts.
    std::string_view enum_shown = {};
    // Accepts a text that starts with "arn:" in place of a name: only its length is checked.
    bool arn_allowed = false;
};

struct Member {
    std::string_view name;  // as on the wire
    const Shape* shape;
    bool required = false;
    // The dialect that words the constraints this member violates. AWS rolled out the current
    // dialect in 2026 for some members of some operations: it names members in PascalCase and does
    // not echo the value.
    // [case PutItem/member_constraints]
    values::Reader reader = values::Reader::Older;
    // AWS: a violation of ReturnValues does not say where it stands.
    // [case PutItem/member_constraints]
    bool is_named = true;
};

// "tableName" for "TableName", "sSESpecification" for "SSESpecification".
std::string lower_camel(std::string_view name);

// Checks JSON types against the shape, depth first in document order.
// Error: SerializationException with DynamoDB's text.
Result<void> check_types(JsonView json, const Shape& shape);

// Every violated constraint, in the order of the shape's members. `region` matters to members
// whose reader differs between regions, and to those that are not named.
std::vector<std::string> constraint_violations(
    JsonView json, const Shape& shape, const errors::Region& region = {}
);

// The same, as the error that DynamoDB answers with.
Result<void> check_constraints(
    JsonView json, const Shape& shape, const errors::Region& region = {}
);

// True when `value` is one of the names in "[A, B]".
bool enum_contains(std::string_view enum_set, std::string_view value);

// True for [a-zA-Z0-9_.-]+.
bool matches_name_pattern(std::string_view text);

}  // namespace stator::protocol::wire
