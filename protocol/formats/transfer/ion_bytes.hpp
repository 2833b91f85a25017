// The building blocks of Amazon Ion's binary form: bytes, heads of values, symbols.
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

// The type in the upper four bits of a value's first byte. The lower four bits are usually its
// length.
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

// Reads a sequence of bytes. After a read beyond its end, is_broken() is true and all reads return
// 0 or "".
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

    // Maximum bytes of a number, including leading zeros. Ion sets no limit, but code that reads a
    // stream in pieces must know when more bytes cannot complete a number.
    static constexpr std::size_t kMaxNumberBytes = 10;

    // Seven bits per byte; the last byte has the eighth bit set.
    std::uint64_t var_uint() { return number(byte()); }

    // Like var_uint(), with a sign in the first byte.
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

    // Reads a number whose first byte has already been read.
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

// The head of a value.
struct IonHead {
    IonType type = IonType::Null;
    unsigned low = 0;          // the lower four bits of the first byte
    std::uint64_t length = 0;  // of the body after the head

    bool is_null() const { return low == kNull; }

private:
    static constexpr unsigned kNull = 15;
};

IonHead read_ion_head(IonBytes& bytes);

// Returns the number in the last eight bytes, most significant first.
std::uint64_t big_endian(std::string_view bytes);

// The texts of symbol numbers at one position of a stream.
class IonSymbols {
public:
    IonSymbols() { reset(); }

    // Removes all symbols except those of the system.
    void reset();

    // Returns the symbol's text; nullopt for a symbol of a shared table, whose texts are not
    // available, and for an undefined symbol.
    std::optional<std::string_view> text(std::uint64_t number) const;

    // Assigns the next number. Returns false if the limit is reached.
    bool add(std::optional<std::string> text);

    // Assigns `count` numbers to symbols whose texts are not available. Returns false if the limit
    // is reached.
    bool add_unknown(std::uint64_t count);

private:
    std::vector<std::optional<std::string>> texts_;
};

// The symbol that annotates a symbol table.
inline constexpr std::uint64_t kIonSymbolTable = 3;

// Adds the symbols of a symbol table in the stream. Returns false if the table is malformed.
bool take_table(IonSymbols& symbols, std::string_view value);

}  // namespace stator::protocol::formats::transfer
