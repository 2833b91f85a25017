#include "protocol/errors/indexes.hpp"

#include <string>

#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"
#include "protocol/errors/tables.hpp"

namespace stator::protocol::errors {
namespace {

ApiError subscriber_limit(std::string_view text) {
    return {
        ErrorType::LimitExceededException, std::string("Subscriber limit exceeded: ").append(text)};
}

}  // namespace

ApiError local_index_with_other_hash_key(
    std::string_view index, std::string_view index_key, std::string_view table_key
) {
    std::string text =
        "Index KeySchema does not have the same leading hash key as table KeySchema for index: ";
    text.append(index).append(". index hash key: ").append(index_key);
    return invalid_parameter(text.append(", table hash key: ").append(table_key));
}

// AWS: the limit is documented, its wording was never captured. [doc Constraints.html]
ApiError too_many_projected_attributes() {
    return invalid_parameter(
        "Number of NonKeyAttributes over all indexes exceeds the per-table limit of " +
        std::to_string(kMaxProjectedNonKeyAttributes)
    );
}

ApiError too_many_local_indexes() {
    return invalid_parameter(
        "Number of LocalSecondaryIndexes exceeds per-table limit of " +
        std::to_string(kMaxLocalIndexes)
    );
}

ApiError too_many_global_indexes() {
    return invalid_parameter(
        "GlobalSecondaryIndex count exceeds the per-table limit of " +
        std::to_string(kMaxGlobalIndexes)
    );
}

ApiError global_index_limit_reached() {
    return subscriber_limit(
        "Number of global secondary indexes exceeds per-table limit of " +
        std::to_string(kMaxGlobalIndexes)
    );
}

}  // namespace stator::protocol::errors
