#include "protocol/errors/batch.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/constraints.hpp"

namespace stator::protocol::errors {
namespace {

ApiError one_violation(std::string_view at, std::string_view constraint) {
    return constraint_violated(
        std::string("Value at 'RequestItems")
            .append(at)
            .append("' failed to satisfy constraint: Member must have length ")
            .append(constraint)
    );
}

std::string at_most(std::size_t limit) {
    return "less than or equal to " + std::to_string(limit);
}

}  // namespace

std::string bad_table_name_violation(std::string_view shown) {
    return std::string("Value '").append(shown).append(
        "' at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: "
        "[Member must have length less than or equal to 255, Member must have length greater "
        "than or equal to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]"
    );
}

ApiError empty_write_list(std::string_view table) {
    return constraint_violated(
        std::string("Value '{")
            .append(table)
            .append(
                "=[]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy "
                "constraint: [Member must have length less than or equal to 25, Member must have "
                "length greater than or equal to 1]"
            )
    );
}

ApiError no_keys(std::string_view table) {
    return one_violation(
        std::string(".").append(table).append(".member.Keys"), "greater than or equal to 1"
    );
}

ApiError too_many_keys(std::string_view table) {
    return one_violation(
        std::string(".").append(table).append(".member.Keys"), at_most(kMaxBatchGetKeys)
    );
}

}  // namespace stator::protocol::errors
