// Which requests would make the data grow, and what these are answered while there is no room.
// Pure.
#pragma once

#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::overload {

// Whether the operation puts or updates something, or makes a table or an index. A batch or a
// transaction does if one of its parts does; what is malformed may count as either.
bool makes_data_grow(std::string_view operation, protocol::wire::JsonView request);

// The answer to such a request.
// AWS: ItemCollectionSizeLimitExceededException is what a full item collection answers, which reads
// and deletes pass; operations on tables answer LimitExceededException.
// [docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ItemCollections.SizeLimit]
protocol::ApiError no_room_error(std::string_view operation);

}  // namespace stator::emulator::overload
