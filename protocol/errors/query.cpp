#include "protocol/errors/query.hpp"

#include "protocol/errors/general.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::errors {
namespace {

constexpr std::string_view kStartKey = "The provided starting key is invalid";

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        if (!text.empty()) text.append(", ");
        text.append(name);
    }
    return text;
}

}  // namespace

ApiError bad_filter_operator() {
    return validation(
        std::string("Failed to satisfy constraint: Member must satisfy enum value set: ")
            .append(worded<Message::ConditionalOperatorChoices>(values::Dialect::Current))
    );
}

ApiError attributes_not_projected(
    std::string_view index, const std::vector<std::string>& attributes
) {
    return validation(std::string(kInvalidParameter)
                          .append("Global secondary index ")
                          .append(index)
                          .append(" does not project [")
                          .append(listed(attributes))
                          .append("]"));
}

ApiError hash_keys_need_equality(const std::vector<std::string>& keys) {
    return validation(
        "HASH key attributes " + listed(keys) +
        " must have equality conditions specified in the query"
    );
}

ApiError filter_on_key(std::string_view key, bool legacy) {
    return validation(std::string(legacy ? "QueryFilter" : "Filter Expression")
                          .append(" can only contain non-primary key attributes: Primary key "
                                  "attribute: ")
                          .append(key));
}

ApiError bad_start_key_value(const ApiError& error) {
    const bool is_wrapped =
        error.cause == ErrorCause::ValueForm || error.cause == ErrorCause::ValueContent;
    if (!is_wrapped) return validation(error.message);
    return validation(std::string(kStartKey).append(": ").append(error.message));
}

ApiError start_key_not_supported(std::string_view key, values::AttributeValueView value) {
    return validation(
        std::string("The provided exclusive start key is invalid: ExclusiveStartKey: {")
            .append(key)
            .append("=")
            .append(in_gap(value))
            .append("}")
    );
}

ApiError start_key_outside_segment(std::int64_t total_segments, std::int64_t segment) {
    return validation(
        std::string(kStartKey)
            .append(
                ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
                "TotalSegments: "
            )
            .append(std::to_string(total_segments))
            .append(" Segment: ")
            .append(std::to_string(segment))
    );
}

}  // namespace stator::protocol::errors
