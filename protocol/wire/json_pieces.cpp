#include "protocol/wire/json_pieces.hpp"

#include <cstdint>

#include "protocol/values/number.hpp"
#include "protocol/wire/escapes.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::wire {
namespace {

// Longer texts are appended directly.
constexpr std::size_t kMaxShortText = 128;

// Copies sizeof(Word) bytes. Returns true if one of them needs an escape.
template <typename Word>
bool copy_word(char* to, const char* from) {
    Word bytes;
    std::memcpy(&bytes, from, sizeof bytes);
    std::memcpy(to, &bytes, sizeof bytes);
    return any_needs_escape(bytes);
}

// Copies `size` bytes, which must be at least one word. The last word may overlap the previous one.
template <typename Word>
bool copy_words(char* to, const char* from, std::size_t size) {
    bool escape = copy_word<Word>(to + size - sizeof(Word), from + size - sizeof(Word));
    for (std::size_t at = 0; at + sizeof(Word) < size; at += sizeof(Word)) {
        escape |= copy_word<Word>(to + at, from + at);
    }
    return escape;
}

// Copies the text if it needs no escapes. If it does, returns false, and the contents of `to` are
// unspecified.
bool copy_unescaped(char* to, std::string_view text) {
#ifdef __SSE2__
    if (text.size() >= sizeof(__m128i)) {
        return !copy_words<__m128i>(to, text.data(), text.size());
    }
#endif
    if (text.size() >= sizeof(std::uint64_t)) {
        return !copy_words<std::uint64_t>(to, text.data(), text.size());
    }
    bool escape = false;
    for (const char c : text) {
        *to++ = c;
        escape |= needs_escape(c);
    }
    return !escape;
}

}  // namespace

void JsonPieces::add_plain(std::string_view text) {
    if (text.size() > kMaxShortText) {
        flush();
        out_.append(text);
        return;
    }
    make_room(text.size());
    text.copy(room_.data() + used_, text.size());
    used_ += text.size();
}

void JsonPieces::add_number(std::string_view encoded) {
    make_room(values::kMaxNumberTextBytes);
    used_ += values::write_number_text(encoded, room_.data() + used_);
}

void JsonPieces::add_string(std::string_view text) {
    if (text.size() <= kMaxShortText) {
        make_room(text.size() + 2);
        char* const to = room_.data() + used_;
        if (copy_unescaped(to + 1, text)) {
            to[0] = to[text.size() + 1] = '"';
            used_ += text.size() + 2;
            return;
        }
    }
    flush();
    append_json_string(out_, text);
}

}  // namespace stator::protocol::wire
