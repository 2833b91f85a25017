#include "protocol/errors/kinesis.hpp"

#include <string>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

std::string_view kinesis_stream_forbidden() {
    return "User does not have a permission to use kinesis stream";
}

std::string_view kinesis_stream_elsewhere() {
    return "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in "
           "the current region";
}

}  // namespace stator::protocol::errors
