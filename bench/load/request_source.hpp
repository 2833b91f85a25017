// What the load loop needs to know about the work: which bytes to send next on a connection, and,
// for some work, what to make of the answer.
#pragma once

#include <cstddef>
#include <string_view>

namespace stator::bench {

// What an answer means for the operation it belongs to.
enum class Progress {
    kDone,   // The operation is over.
    kMore,   // The operation goes on with another request, as a paged Scan does.
    kWrong,  // The operation is over and the answer was not the expected one.
};

// Called from one thread. Connections are numbered from 0; operations on different connections
// overlap, operations on one connection follow each other.
class RequestSource {
public:
    RequestSource() = default;
    RequestSource(const RequestSource&) = delete;
    RequestSource& operator=(const RequestSource&) = delete;
    virtual ~RequestSource() = default;

    // The next request of `connection`. The bytes stay valid until the next call.
    virtual std::string_view next_request(std::size_t connection) = 0;

    // True when on_answer() wants to see every 200 answer's body.
    virtual bool reads_answers() const { return false; }

    // Judges the body of a 200 answer.
    virtual Progress on_answer(std::size_t connection, std::string_view body) {
        static_cast<void>(connection);
        static_cast<void>(body);
        return Progress::kDone;
    }

    // The operation under way on `connection` has failed: the next request begins a new one.
    virtual void abandon(std::size_t connection) { static_cast<void>(connection); }
};

}  // namespace stator::bench
