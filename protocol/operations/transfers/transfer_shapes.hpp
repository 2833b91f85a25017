// What the requests about exports and imports share.
#pragma once

#include <string>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::transfers {

namespace shapes {

extern const wire::Shape kTableArn;
extern const wire::Shape kTransferArn;
extern const wire::Shape kBucketName;
extern const wire::Shape kBucketOwner;
extern const wire::Shape kObjectPrefix;
extern const wire::Shape kClientToken;
extern const wire::Shape kPageSize;
extern const wire::Shape kNextToken;

}  // namespace shapes

// The token of the page behind that export or import, and the other way round; "" for "".
// Error: the token is of nobody's making.
std::string token_of_arn(std::string_view arn);
Result<std::string> arn_of_token(std::string_view token, std::string_view kind);

}  // namespace stator::protocol::operations::transfers
