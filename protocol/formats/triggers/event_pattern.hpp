// EventPattern: a pattern of FilterCriteria, which selects the records that a trigger receives. The
// syntax is that of EventBridge and Lambda.
//
// A pattern is an object with the structure of the record. Its leaves are arrays of alternatives.
// If it has several members, all must match. "$or" is an array of patterns; one of them must match.
// A value that is an array matches if one of its elements does. AWS: numbers in DynamoDB records
// are strings, so "numeric" never matches an attribute. [doc Lambda with-ddb-filtering.html]
//
// Thread-safe once parsed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::triggers {

class EventPattern {
public:
    // Returns the error in the text as the end of a sentence.
    static std::variant<EventPattern, std::string> parse(const std::string& text);

    // `record`: an element of an event's "Records".
    bool matches(wire::JsonView record) const;

private:
    explicit EventPattern(std::shared_ptr<const wire::JsonDocument> document)
        : document_(std::move(document)) {}

    std::shared_ptr<const wire::JsonDocument> document_;
};

}  // namespace stator::protocol::formats::triggers
