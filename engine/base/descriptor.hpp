// A file descriptor that is closed with its owner.
#pragma once

#include <unistd.h>

#include <utility>

namespace stator::engine {

// Owns what open(), pipe() or socket() gave; -1, as of a failure, is none. Not thread-safe.
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

    // Gives it away: whoever takes it closes it.
    int release() { return std::exchange(number_, -1); }

    void close() {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }

private:
    int number_;
};

}  // namespace stator::engine
