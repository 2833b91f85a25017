// Appends JSON that consists of many short pieces, as items do.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace stator::protocol::wire {

// Gathers pieces before they become part of a string: to append one costs more than to write it.
// The string has all of them once flush() was called.
class JsonPieces {
public:
    explicit JsonPieces(std::string& out) : out_(out) {}

    JsonPieces(const JsonPieces&) = delete;
    JsonPieces& operator=(const JsonPieces&) = delete;

    void add(char c) {
        make_room(1);
        room_[used_++] = c;
    }

    template <std::size_t Size>
    void add(const char (&literal)[Size]) {
        make_room(Size - 1);
        std::memcpy(room_.data() + used_, literal, Size - 1);
        used_ += Size - 1;
    }

    // Text that needs no escapes, without quotes.
    void add_plain(std::string_view text);

    // A number as the store encodes it, without quotes.
    void add_number(std::string_view encoded);

    // Any text, as a string with its quotes.
    void add_string(std::string_view text);

    void flush() {
        out_.append(room_.data(), used_);
        used_ = 0;
    }

private:
    void make_room(std::size_t bytes) {
        if (room_.size() - used_ < bytes) flush();
    }

    std::string& out_;
    std::size_t used_ = 0;
    std::array<char, 512>
        room_;  // NOLINT(*-member-init): of each byte only what was written is read
};

}  // namespace stator::protocol::wire
