// Dialect: the generation of DynamoDB's request reader that checks a request.
//
// DynamoDB has two generations of its request reader. They word some errors differently, name the
// members of a request differently, and do not take the same numbers. Which one judges is a
// constant of an operation, or of a member of it, but for what AWS has moved in some regions only.
// AWS: in eu-west-2 Scan and BatchWriteItem still have the older one, and so has a request that
// nests deeply. [case items/deep_requests]
#pragma once

namespace stator::protocol::values {

enum class Dialect : unsigned char { Current, Older };

// Who reads a member. NewCohort: the current reader in the regions that have moved it there, the
// older one in all others. SingleItems: what PutItem, UpdateItem and DeleteItem have, the current
// reader in all regions but the last two (protocol/errors/regions.hpp).
enum class Reader : unsigned char { Older, Current, NewCohort, SingleItems };

}  // namespace stator::protocol::values
