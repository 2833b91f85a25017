#include "protocol/formats/transfer/item_line.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "protocol/base/limits.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::formats::transfer {
namespace {

using values::AttributeType;

// A count up to this limit fits in the single byte reserved for it. Deeper values are left to the
// document parser, which knows DynamoDB's limit.
constexpr std::size_t kMostElements = 127;
constexpr std::size_t kMostLevels = 16;

bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Returns true for ASCII characters that a JSON string can contain without escapes.
bool is_plain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

#ifdef __SSE2__
// Returns a mask with one bit for each of 16 bytes that is not plain.
unsigned not_plain(const char* text) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
    // As signed numbers, bytes beyond ASCII are also below the space.
    const __m128i low = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(low, _mm_or_si128(quote, backslash))
    ));
}
#endif

// Returns the first byte at or after `at` that is not plain, or `end`.
const char* skip_plain(const char* at, const char* end) {
#ifdef __SSE2__
    constexpr std::ptrdiff_t kSixteen = sizeof(__m128i);
    for (; end - at >= kSixteen; at += kSixteen) {
        if (const unsigned bits = not_plain(at); bits != 0) return at + __builtin_ctz(bits);
    }
#endif
    while (at < end && is_plain(*at)) ++at;
    return at;
}

// Returns the length of the non-ASCII character at `at`; 0 if it is not valid UTF-8.
std::size_t character_bytes(const char* at, const char* end) {
    const auto byte = [at](std::size_t index) { return static_cast<unsigned char>(at[index]); };
    const unsigned char first = byte(0);
    const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || first > 0xF4 || static_cast<std::size_t>(end - at) < length) return 0;
    for (std::size_t index = 1; index < length; ++index) {
        if ((byte(index) & 0xC0U) != 0x80U) return 0;
    }
    // Reject overlong encodings, surrogates, and code points beyond Unicode.
    if (first == 0xE0 && byte(1) < 0xA0) return 0;
    if (first == 0xED && byte(1) > 0x9F) return 0;
    if (first == 0xF0 && byte(1) < 0x90) return 0;
    if (first == 0xF4 && byte(1) > 0x8F) return 0;
    return length;
}

// Returns the character for a backslash and that letter; 0 for any other letter.
char unescaped(char letter) {
    switch (letter) {
        case '"':
        case '\\':
        case '/': return letter;
        case 'b': return '\b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        default: return '\0';
    }
}

}  // namespace

values::MutableItemImagePtr ItemLine::read(std::string_view line) {
    at_ = line.data();
    end_ = line.data() + line.size();
    out_.clear();
    entries_.clear();
    std::string_view name;
    std::size_t count = 0;
    const bool is_read = take('{') && take_plain(name) && name == "Item" && take(':') &&
                         take_entries(0, count) && take('}');
    skip_blanks();
    if (!is_read || at_ != end_) return nullptr;
    return values::ItemImage::create(count, out_);
}

void ItemLine::skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
}

bool ItemLine::take(char wanted) {
    skip_blanks();
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
}

bool ItemLine::take_word(std::string_view word) {
    skip_blanks();
    if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word))
        return false;
    at_ += word.size();
    return true;
}

// Reads a string of plain characters. `text` points into the line.
bool ItemLine::take_plain(std::string_view& text) {
    if (!take('"')) return false;
    const char* const begin = at_;
    at_ = skip_plain(at_, end_);
    text = {begin, static_cast<std::size_t>(at_ - begin)};
    if (at_ == end_ || *at_ != '"') return false;
    ++at_;
    return true;
}

bool ItemLine::take_value(std::size_t depth) {
    std::string_view type;
    return take('{') && take_plain(type) && take(':') && take_typed(type, depth) && take('}');
}

bool ItemLine::take_typed(std::string_view type, std::size_t depth) {
    if (type == "S") return take_string();
    if (type == "N") return take_number();
    if (type == "B") return take_binary();
    if (type == "L") return take_list(depth);
    if (type == "M") return take_map(depth);
    if (type == "SS") return take_set(AttributeType::StringSet);
    if (type == "NS") return take_set(AttributeType::NumberSet);
    if (type == "NULL") {
        values::append_null(out_);
        return take_word("true");
    }
    if (type != "BOOL") return false;
    const bool is_true = take_word("true");
    values::append_boolean(out_, is_true);
    return is_true || take_word("false");
}

bool ItemLine::take_string() {
    if (!take('"')) return false;
    const char* const begin = at_;
    at_ = skip_plain(at_, end_);
    if (at_ == end_ || *at_ != '"') return take_string_with_escapes(begin);
    const std::string_view text(begin, static_cast<std::size_t>(at_ - begin));
    ++at_;
    values::append_scalar(out_, AttributeType::String, text);
    return true;
}

// The string is plain up to at_.
bool ItemLine::take_string_with_escapes(const char* begin) {
    scratch_.clear();
    for (;;) {
        scratch_.append(begin, at_);
        if (at_ == end_) return false;
        begin = at_;
        if (*at_ == '"') break;
        if (*at_ == '\\') {
            const char letter = end_ - at_ < 2 ? '\0' : unescaped(at_[1]);
            if (letter == '\0') return false;
            scratch_.push_back(letter);
            at_ += 2;
            begin = at_;
        } else {
            const std::size_t length = character_bytes(at_, end_);
            if (length == 0) return false;
            at_ += length;
        }
        at_ = skip_plain(at_, end_);
    }
    ++at_;
    values::append_scalar(out_, AttributeType::String, scratch_);
    return true;
}

bool ItemLine::take_number() {
    std::string_view text;
    if (!take_plain(text)) return false;
    scratch_.clear();
    if (values::encode_number(text, values::Dialect::Current, scratch_).has_error()) return false;
    values::append_scalar(out_, AttributeType::Number, scratch_);
    return true;
}

bool ItemLine::take_binary() {
    std::string_view text;
    if (!take_plain(text)) return false;
    const auto bytes = wire::bytes_from_base64(text);
    if (!bytes) return false;
    values::append_scalar(out_, AttributeType::Binary, *bytes);
    return true;
}

bool ItemLine::take_list(std::size_t depth) {
    if (depth == kMostLevels || !take('[')) return false;
    const std::size_t place = values::open_container(out_, AttributeType::List, 0);
    const std::size_t count_place = out_.size() - 1;
    std::size_t count = 0;
    if (!take(']')) {
        do {
            if (!take_value(depth + 1) || ++count > kMostElements) return false;
        } while (take(','));
        if (!take(']')) return false;
    }
    out_[count_place] = static_cast<char>(count);
    values::close_container(out_, place);
    return true;
}

bool ItemLine::take_map(std::size_t depth) {
    if (depth == kMostLevels) return false;
    const std::size_t place = values::open_container(out_, AttributeType::Map, 0);
    const std::size_t count_place = out_.size() - 1;
    std::size_t count = 0;
    if (!take_entries(depth + 1, count) || count > kMostElements) return false;
    out_[count_place] = static_cast<char>(count);
    values::close_container(out_, place);
    return true;
}

bool ItemLine::take_set(AttributeType type) {
    if (!take('[')) return false;
    members_.clear();
    scratch_.clear();
    do {
        std::string_view text;
        if (!take_plain(text)) return false;
        members_.push_back(text);
    } while (take(','));
    if (!take(']') || members_.size() > kMostElements) return false;
    if (type == AttributeType::NumberSet) {
        // An encoding is at most two bytes longer than its text.
        std::size_t bytes = 0;
        for (const std::string_view text : members_) bytes += text.size() + 2;
        scratch_.reserve(bytes);
        for (std::string_view& text : members_) {
            const std::size_t begin = scratch_.size();
            const auto encoded = values::encode_number(text, values::Dialect::Current, scratch_);
            if (encoded.has_error() || scratch_.size() > bytes) return false;
            text = std::string_view(scratch_).substr(begin);
        }
    }
    std::ranges::sort(members_);
    if (std::ranges::adjacent_find(members_) != members_.end()) return false;
    const std::size_t place = values::open_container(out_, type, members_.size());
    for (const std::string_view member : members_) values::append_name(out_, member);
    values::close_container(out_, place);
    return true;
}

// Reads the members of a map or item, and appends their encodings in the order of their names.
bool ItemLine::take_entries(std::size_t depth, std::size_t& count) {
    if (!take('{')) return false;
    if (take('}')) return true;
    const std::size_t first = entries_.size();
    bool is_sorted = true;
    do {
        Entry entry{{}, out_.size(), 0};
        if (!take_plain(entry.name) || !take(':')) return false;
        if (entry.name.empty() || entry.name.size() > kMaxAttributeNameBytes) return false;
        values::append_name(out_, entry.name);
        if (!take_value(depth)) return false;
        entry.end = out_.size();
        is_sorted = is_sorted && (entries_.size() == first || entries_.back().name < entry.name);
        entries_.push_back(entry);
    } while (take(','));
    if (!take('}') || (!is_sorted && !sort_entries(first))) return false;
    count = entries_.size() - first;
    entries_.resize(first);
    return true;
}

// Sorts the entries starting at number `first`, which are the last in out_. Returns false if a name
// is repeated.
bool ItemLine::sort_entries(std::size_t first) {
    const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t place = begin->begin;
    std::ranges::sort(begin, entries_.end(), {}, &Entry::name);
    const auto same = std::ranges::adjacent_find(begin, entries_.end(), {}, &Entry::name);
    if (same != entries_.end()) return false;
    scratch_.clear();
    for (auto entry = begin; entry != entries_.end(); ++entry) {
        scratch_.append(out_, entry->begin, entry->end - entry->begin);
    }
    out_.replace(place, std::string::npos, scratch_);
    return true;
}

}  // namespace stator::protocol::formats::transfer
