// Appends JSON that consists of many short pieces, such as items.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace stator::protocol::wire {

// Collects pieces before they are appended to a string, because an append costs more than a write
// to the buffer. The string is complete after flush().
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

    // Appends text that needs no escapes, without quotes.
    void add_plain(std::string_view text);

    // Appends a number in its stored encoding, as text without quotes.
    void add_number(std::string_view encoded);

    // Appends any text as a string with quotes.
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
        room_;  // NOLINT(*-member-init): code reads only the bytes that it has written
};

}  // namespace stator::protocol::wire
