// What the binary form of Amazon Ion is made of: bytes, heads of values, symbols.
// https://amazon-ion.github.io/ion-docs/docs/binary.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stator::protocol::formats::transfer {

// What the first half of a value's first byte says. The second is mostly its length.
enum class IonType : unsigned char {
    Null,
    Bool,
    PositiveInteger,
    NegativeInteger,
    Float,
    Decimal,
    Timestamp,
    Symbol,
    String,
    Clob,
    Blob,
    List,
    SExpression,
    Struct,
    Annotation,
    Reserved,
};

// Reads bytes that belong together; once something is missing, all that it returns is empty.
class IonBytes {
public:
    explicit IonBytes(std::string_view bytes) : bytes_(bytes) {}

    bool is_broken() const { return is_broken_; }

    bool at_end() const { return at_ == bytes_.size(); }

    std::size_t at() const { return at_; }

    std::uint8_t byte() {
        if (at_end()) return broken(), std::uint8_t{0};
        return static_cast<std::uint8_t>(bytes_[at_++]);
    }

    std::string_view take(std::uint64_t count) {
        if (count > bytes_.size() - at_) return broken(), std::string_view();
        const std::size_t begin = std::exchange(at_, at_ + static_cast<std::size_t>(count));
        return bytes_.substr(begin, at_ - begin);
    }

    std::string_view take_rest() { return take(bytes_.size() - at_); }

    // A number takes no more, leading zeros among them: Ion sets no bound, but who reads a stream
    // in pieces has to know when more bytes can no longer help.
    static constexpr std::size_t kMaxNumberBytes = 10;

    // Seven bits a byte, the last of which has the eighth bit set.
    std::uint64_t var_uint() { return number(byte()); }

    // The same, with a sign in the first byte.
    std::int64_t var_int() {
        constexpr unsigned kSign = 0x40;
        const std::uint8_t first = byte();
        const bool is_negative = (first & kSign) != 0;
        const std::uint64_t magnitude = number(static_cast<std::uint8_t>(first & ~kSign));
        if (magnitude > std::uint64_t{INT64_MAX}) return broken(), std::int64_t{0};
        const auto positive = static_cast<std::int64_t>(magnitude);
        return is_negative ? -positive : positive;
    }

private:
    void broken() {
        is_broken_ = true;
        at_ = bytes_.size();
    }

    // That begins with a byte that has been read.
    std::uint64_t number(std::uint8_t byte_read) {
        constexpr unsigned kLast = 0x80;
        constexpr unsigned kBits = 7;
        std::uint64_t value = 0;
        for (std::size_t count = 1;; ++count) {
            const bool is_last = (byte_read & kLast) != 0;
            if (value >> (64U - kBits) != 0) broken();
            if (!is_last && count == kMaxNumberBytes) broken();
            value = value << kBits | (byte_read & ~kLast);
            if (is_last || is_broken_) return is_broken_ ? 0 : value;
            byte_read = byte();
        }
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
    bool is_broken_ = false;
};

// What a value begins with.
struct IonHead {
    IonType type = IonType::Null;
    unsigned low = 0;          // the second half of the first byte
    std::uint64_t length = 0;  // of what follows the head

    bool is_null() const { return low == kNull; }

private:
    static constexpr unsigned kNull = 15;
};

IonHead read_ion_head(IonBytes& bytes);

// Of the last eight bytes, most significant first.
std::uint64_t big_endian(std::string_view bytes);

// What the numbers of symbols stand for, at one place of a stream.
class IonSymbols {
public:
    IonSymbols() { reset(); }

    // Forgets all but the system's own.
    void reset();

    // Nothing for a symbol of a shared table, whose texts are elsewhere, and for one that there is
    // not.
    std::optional<std::string_view> text(std::uint64_t number) const;

    // Takes the next number. False: more than any table has.
    bool add(std::optional<std::string> text);

    // Takes so many numbers, for texts that are elsewhere. False likewise.
    bool add_unknown(std::uint64_t count);

private:
    std::vector<std::optional<std::string>> texts_;
};

// The symbol that annotates a symbol table.
inline constexpr std::uint64_t kIonSymbolTable = 3;

// Takes over a symbol table that stands in the stream. False: it is broken.
bool take_table(IonSymbols& symbols, std::string_view value);

}  // namespace stator::protocol::formats::transfer
