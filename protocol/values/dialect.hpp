// Dialect: the generation of DynamoDB's request reader that checks a request.
//
// DynamoDB has two generations of its request reader. They word some errors differently, name the
// members of a request differently, and do not accept the same numbers. The generation is a
// constant of an operation, or of one of its members, except where AWS has changed it in only some
// regions. AWS: in eu-west-2, Scan, BatchWriteItem and deeply nested requests still use the older
// reader. [case items/deep_requests]
#pragma once

namespace stator::protocol::values {

enum class Dialect : unsigned char { Current, Older };

// The reader of a member. NewCohort: the current reader in the regions where AWS has introduced it,
// the older one in all others. SingleItems: the reader of PutItem, UpdateItem and DeleteItem, which
// is the current one in all regions except the last two (protocol/errors/regions.hpp).
enum class Reader : unsigned char { Older, Current, NewCohort, SingleItems };

}  // namespace stator::protocol::values
