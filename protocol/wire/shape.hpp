// Shapes: the declarative tables that requests are checked against.
//
// One checker reports a wrong JSON type as DynamoDB's SerializationException. Another one reports
// violated constraints as the combined "N validation errors detected" ValidationException. Members
// are listed in the order in which DynamoDB reports them.
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

// A constraint on the form of a text.
struct Pattern {
    std::string_view shown;  // the regular expression in messages
    bool (*matches)(std::string_view text);
};

struct Shape {
    ShapeType type = ShapeType::Structure;
    // The class named in SerializationException messages.
    std::string_view class_name = {};
    std::span<const Member> members = {};
    const Shape* element = nullptr;  // of List and Map

    std::int64_t length_min = 0;
    std::int64_t length_max = std::numeric_limits<std::int64_t>::max();
    std::int64_t value_min = std::numeric_limits<std::int64_t>::min();
    std::int64_t value_max = std::numeric_limits<std::int64_t>::max();
    bool name_pattern = false;  // [a-zA-Z0-9_.-]+
    const Pattern* pattern = nullptr;
    // "[A, B]", exactly as DynamoDB prints it; empty if all texts are allowed.
    std::string_view enum_set = {};
    // The list that messages print, if AWS prints a different list from the accepted one.
    std::string_view enum_shown = {};
    // Accepts a text that starts with "arn:" instead of a name, and then checks only its length.
    bool arn_allowed = false;
};

struct Member {
    std::string_view name;  // as on the wire
    const Shape* shape;
    bool required = false;
    // The dialect for the constraints of this member. AWS introduced the current dialect in 2026
    // for some members of some operations: it names members in PascalCase and does not echo the
    // value. [case PutItem/member_constraints]
    values::Reader reader = values::Reader::Older;
    // AWS: the message about ReturnValues does not name the member.
    // [case PutItem/member_constraints]
    bool is_named = true;
};

// Returns "tableName" for "TableName", "sSESpecification" for "SSESpecification".
std::string lower_camel(std::string_view name);

// Checks JSON types against the shape, depth first in document order. Error: SerializationException
// with DynamoDB's text.
Result<void> check_types(JsonView json, const Shape& shape);

// Returns all violated constraints, in the order of the shape's members. `region` affects members
// whose reader differs between regions, and members that are not named.
std::vector<std::string> constraint_violations(
    JsonView json, const Shape& shape, const errors::Region& region = {}
);

// Returns the violated constraints as DynamoDB's error.
Result<void> check_constraints(
    JsonView json, const Shape& shape, const errors::Region& region = {}
);

// Returns true if `value` is one of the names in "[A, B]".
bool enum_contains(std::string_view enum_set, std::string_view value);

// Returns true for [a-zA-Z0-9_.-]+.
bool matches_name_pattern(std::string_view text);

}  // namespace stator::protocol::wire
