// Converts requests from C into requests for the dispatcher.
#pragma once

#include <array>
#include <string>

#include "emulator/http/http_message.hpp"
#include "libstator/stator.h"

namespace stator::libstator {

// A request for the dispatcher. Its views refer to the caller's data and to the strings in this
// object, so it cannot be moved.
struct ReadRequest {
    ReadRequest() = default;
    ReadRequest(const ReadRequest&) = delete;
    ReadRequest& operator=(const ReadRequest&) = delete;

    emulator::http::HttpRequest request = {};
    std::string amz_target = {};
    std::string authorization = {};
};

// Fills `read`, which must be empty. `asked` must outlive it.
void read_request(const stator_request& asked, ReadRequest& read);

// A copy of a request, for later execution.
class KeptRequest {
public:
    explicit KeptRequest(const stator_request& asked);
    KeptRequest(const KeptRequest&) = delete;
    KeptRequest& operator=(const KeptRequest&) = delete;

    const stator_request& asked() const { return asked_; }

private:
    void keep(const char*& text);

    stator_request asked_;
    std::array<std::string, 7> texts_;  // one for each pointer in a request
    std::size_t kept_ = 0;
};

}  // namespace stator::libstator
