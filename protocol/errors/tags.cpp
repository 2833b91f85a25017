#include "protocol/errors/tags.hpp"

#include <string>

#include "protocol/errors/general.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {

ApiError resource_arn_not_found(std::string_view arn) {
    return {ErrorType::ResourceNotFoundException, worded<Message::ResourceArnNotFound>(arn)};
}

}  // namespace stator::protocol::errors
