// Helpers of the tests of libstator. They use only stator.h, like a program that has nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "libstator/stator.h"

namespace stator::testing {

struct LibraryReply {
    int status = -1;
    std::string headers = {};
    std::string body = {};
};

// A stator_on_reply for a LibraryReply.
inline void take_reply(void* context, const stator_reply* reply) {
    auto& taken = *static_cast<LibraryReply*>(context);
    taken.headers.assign(reply->headers, reply->headers_size);
    taken.body.assign(reply->body, reply->body_size);
    taken.status = reply->status;
}

inline stator_request library_request(const char* operation, const std::string& body) {
    stator_request request = {};
    request.operation = operation;
    request.body = body.data();
    request.body_size = body.size();
    return request;
}

// A handle that is closed by the destructor. The constructor throws the error of stator_open().
class Library {
public:
    explicit Library(const char* options = nullptr) {
        handle_ = stator_open(options, problem_.data(), problem_.size());
        if (handle_ == nullptr) throw std::runtime_error(problem_.data());
    }

    ~Library() { close(); }

    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    stator_handle* handle() { return handle_; }

    // Returns "", or the data that could not be saved.
    std::string close() {
        stator_handle* const handle = handle_;
        handle_ = nullptr;
        return stator_close(handle, problem_.data(), problem_.size()) == 0 ? "" : problem_.data();
    }

    LibraryReply execute(const stator_request& request) {
        LibraryReply reply;
        stator_execute(handle_, &request, take_reply, &reply);
        return reply;
    }

    LibraryReply execute(const char* operation, const std::string& body) {
        return execute(library_request(operation, body));
    }

    LibraryReply admin(const char* method, const char* path, const char* body = nullptr) {
        LibraryReply reply;
        stator_admin(handle_, method, path, body, take_reply, &reply);
        return reply;
    }

private:
    std::array<char, 512> problem_ = {};
    stator_handle* handle_ = nullptr;
};

}  // namespace stator::testing
