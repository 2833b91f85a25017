// A request of each operation, and what it needs, as the Service Authorization Reference has it.
#pragma once

#include <string_view>
#include <vector>

namespace stator::emulator::access::authorization {

struct SampleRequest {
    std::string_view operation;
    std::string_view body;
    // "Action resource", in order; a resource without "arn:" is behind "…:123456789012:table/".
    std::vector<std::string_view> needs;
};

// At least one for every operation.
const std::vector<SampleRequest>& sample_requests();

}  // namespace stator::emulator::access::authorization
