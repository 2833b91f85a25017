// Determines which requests would make the data grow, and their error reply while no memory is
// available. Pure.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::overload {

// Whether the operation puts or updates items, or creates a table or an index. A batch or a
// transaction does so if one of its parts does. A malformed request may be classified either way.
bool makes_data_grow(std::string_view operation, protocol::wire::JsonView request);

// Returns the error reply to such a request.
// AWS: a full item collection rejects writes with ItemCollectionSizeLimitExceededException, but
// accepts reads and deletes; operations on tables return LimitExceededException.
// [docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ItemCollections.SizeLimit]
protocol::ApiError no_room_error(std::string_view operation);

}  // namespace stator::emulator::overload
