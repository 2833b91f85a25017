// Requests as C hands them in, and as the dispatcher takes them.
#pragma once

#include <array>
#include <string>

#include "emulator/http/http_message.hpp"
#include "libstator/stator.h"

namespace stator::libstator {

// A request for the dispatcher. Its views point into what the caller has handed in, and into the
// texts beside it: it stays where it is.
struct ReadRequest {
    ReadRequest() = default;
    ReadRequest(const ReadRequest&) = delete;
    ReadRequest& operator=(const ReadRequest&) = delete;

    emulator::http::HttpRequest request = {};
    std::string amz_target = {};
    std::string authorization = {};
};

// Fills `read`, which is empty. `asked` must outlive it.
void read_request(const stator_request& asked, ReadRequest& read);

// A copy of a request, for later.
class KeptRequest {
public:
    explicit KeptRequest(const stator_request& asked);
    KeptRequest(const KeptRequest&) = delete;
    KeptRequest& operator=(const KeptRequest&) = delete;

    const stator_request& asked() const { return asked_; }

private:
    void keep(const char*& text);

    stator_request asked_;
    std::array<std::string, 7> texts_;  // as many as a request has
    std::size_t kept_ = 0;
};

}  // namespace stator::libstator
