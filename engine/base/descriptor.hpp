// A file descriptor that its owner closes on destruction.
#pragma once

#include <unistd.h>

#include <utility>

namespace stator::engine {

// Owns a descriptor from open(), pipe() or socket(). -1, the result of a failed call, means no
// descriptor. Not thread-safe.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}

    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    ~Descriptor() { close(); }

    int get() const { return number_; }

    bool is_open() const { return number_ >= 0; }

    // Returns the descriptor and gives up ownership: the caller must close it.
    int release() { return std::exchange(number_, -1); }

    void close() {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }

private:
    int number_;
};

}  // namespace stator::engine
