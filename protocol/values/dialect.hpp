// Dialect: whose words and limits a request is judged by.
//
// DynamoDB has two generations of its request reader. They word some errors differently, name the
// members of a request differently, and do not take the same numbers. Which one judges is a
// constant of an operation, or of a member of it. AWS: in eu-west-2 Scan and BatchWriteItem still
// have the older one, and so has a request that nests deeply. [case items/deep_requests]
#pragma once

namespace stator::protocol::values {

enum class Dialect : unsigned char { Current, Older };

}  // namespace stator::protocol::values
