// The load loop's interface to a workload: the next bytes to send on a connection and, for some
// workloads, the evaluation of the reply.
#pragma once

#include <cstddef>
#include <string_view>

namespace stator::bench {

// The meaning of a reply for its operation.
enum class Progress {
    kDone,   // The operation has ended.
    kMore,   // The operation continues with another request, as in a paged Scan.
    kWrong,  // The operation has ended with an unexpected reply.
};

// Called from one thread. Connections are numbered from 0. Operations on different connections
// overlap; operations on one connection are sequential.
class RequestSource {
public:
    RequestSource() = default;
    RequestSource(const RequestSource&) = delete;
    RequestSource& operator=(const RequestSource&) = delete;
    virtual ~RequestSource() = default;

    // Returns the next request of `connection`. The bytes stay valid until the next call.
    virtual std::string_view next_request(std::size_t connection) = 0;

    // Returns true if on_answer() must receive the body of each 200 reply.
    virtual bool reads_answers() const { return false; }

    // Evaluates the body of a 200 reply.
    virtual Progress on_answer(std::size_t connection, std::string_view body) {
        static_cast<void>(connection);
        static_cast<void>(body);
        return Progress::kDone;
    }

    // The current operation on `connection` has failed: the next request begins a new one.
    virtual void abandon(std::size_t connection) { static_cast<void>(connection); }
};

}  // namespace stator::bench
