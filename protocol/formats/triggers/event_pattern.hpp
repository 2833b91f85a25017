// EventPattern: which records a trigger is called with: a pattern of FilterCriteria, as EventBridge
// and Lambda know it.
//
// A pattern is an object that mirrors the record. Its leaves are arrays of alternatives; several
// members must all match, "$or" is an array of patterns of which one must. A value that is an array
// matches when one of its elements does. AWS: numbers are texts in a record of DynamoDB's, so that
// "numeric" never matches an attribute. [doc Lambda with-ddb-filtering.html]
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
    // The error says what is wrong with the text, as the end of a sentence.
    static std::variant<EventPattern, std::string> parse(const std::string& text);

    // `record` is one of an event's "Records".
    bool matches(wire::JsonView record) const;

private:
    explicit EventPattern(std::shared_ptr<const wire::JsonDocument> document)
        : document_(std::move(document)) {}

    std::shared_ptr<const wire::JsonDocument> document_;
};

}  // namespace stator::protocol::formats::triggers
