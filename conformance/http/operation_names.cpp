#include "conformance/http/operation_names.hpp"

#include <algorithm>
#include <array>

namespace stator::conformance {
namespace {

constexpr std::array<std::string_view, 4> kStreamsOperations{
    "DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"};

}  // namespace

bool is_streams_operation(std::string_view operation) {
    return std::find(kStreamsOperations.begin(), kStreamsOperations.end(), operation) !=
           kStreamsOperations.end();
}

}  // namespace stator::conformance
