// AttributeValue: one of DynamoDB's ten types, always in its encoded form.
//
// There is a single representation from the wire to the disk: a canonical byte string. Sets are
// sorted, map entries are sorted by name, and numbers are in their order-preserving form, so two
// values are equal exactly when their bytes are equal.
//
//   NULL             tag
//   BOOL             tag, 0 or 1
//   S, N, B          tag, varint length, bytes
//   SS, NS, BS       tag, u32 payload bytes, varint count, (varint length, bytes)…
//   L                tag, u32 payload bytes, varint count, values…
//   M                tag, u32 payload bytes, varint count, (varint length, name, value)…
//
// AttributeValueView borrows; AttributeValue owns. Both are cheap to pass; neither throws.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stator::protocol::values {

enum class AttributeType : std::uint8_t {
    String = 1,
    Number,
    Binary,
    StringSet,
    NumberSet,
    BinarySet,
    List,
    Map,
    Null,
    Boolean,
};

// Returns "S", "N", "B", "SS", "NS", "BS", "L", "M", "NULL" or "BOOL".
std::string_view type_name(AttributeType type);
// Returns "STRING", "NUMBER" …, the spelling of some of DynamoDB's messages.
std::string_view long_type_name(AttributeType type);

bool is_set(AttributeType type);
// Returns true for S, N and B: the types that can be keys and that have an order.
bool is_scalar_key(AttributeType type);

// Varint: seven bits in each byte, low bits first.
void append_varint(std::string& out, std::uint64_t value);

// Inline, like all functions that walk an image, because a request walks an item of five attributes
// about twenty times.
inline std::uint64_t read_varint(const char*& position) {
    std::uint64_t value = static_cast<unsigned char>(*position++);
    if (value < 0x80) return value;
    value &= 0x7F;
    for (unsigned shift = 7;; shift += 7) {
        const auto byte = static_cast<unsigned char>(*position++);
        value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (byte < 0x80) return value;
    }
}

// Reads a varint length and that many bytes.
inline std::string_view read_sized(const char*& position) {
    const std::size_t length = read_varint(position);
    const std::string_view bytes(position, length);
    position += length;
    return bytes;
}

template <class Held>
class ContainerRange;
using MemberRange = ContainerRange<struct HeldMember>;
using ElementRange = ContainerRange<struct HeldElement>;
using EntryRange = ContainerRange<struct HeldEntry>;  // in byte order of the names

class AttributeValueView {
public:
    // Returns the value whose encoding begins at `tag`, which must point to a tag, not to a payload
    // or text. The bytes must outlive the view.
    static AttributeValueView at(const char* tag) { return AttributeValueView(tag); }

    AttributeType type() const { return static_cast<AttributeType>(*begin_); }

    // Payload of S (UTF-8), N (encoded number) and B (raw).
    std::string_view scalar() const {
        const char* position = begin_ + 1;
        return read_sized(position);
    }

    bool boolean() const { return begin_[1] != 0; }

    // Returns the number of members, elements or entries.
    std::size_t count() const;
    // Returns the members of a set, as payloads of scalars.
    MemberRange members() const;
    ElementRange elements() const;
    EntryRange entries() const;

    // Returns the whole encoding, including the tag.
    std::string_view encoded() const {
        if (type() > AttributeType::Binary) return encoded_unsized();
        const char* position = begin_ + 1;
        const std::size_t length = read_varint(position);
        return {begin_, static_cast<std::size_t>(position - begin_) + length};
    }

    // Returns a pointer to the tag, where the encoding begins.
    const char* begin() const { return begin_; }

    // Returns the number of bytes that DynamoDB bills for this value, without the attribute's name.
    // AWS: L and M cost 3 bytes plus 1 for each element. [case items/item_size]
    std::size_t size_bytes() const;

    // Returns the number of container levels around the deepest leaf, plus one; a scalar has 1.
    std::size_t depth() const;

    friend bool operator==(AttributeValueView left, AttributeValueView right) {
        return left.encoded() == right.encoded();
    }

private:
    explicit AttributeValueView(const char* begin) : begin_(begin) {}

    // Returns encoded() for types other than S, N and B.
    std::string_view encoded_unsized() const;

    const char* begin_;
};

// Owns one encoding, including the tag, or is absent. A separate type, because scalar payloads,
// texts and encodings are all byte strings and must not be confused.
class AttributeValue {
public:
    AttributeValue() = default;

    // Creates S, N or B. `payload` has the form that AttributeValueView::scalar() returns.
    static AttributeValue scalar(AttributeType type, std::string_view payload);
    static AttributeValue null();
    static AttributeValue boolean(bool truth);

    // Returns true if it has no value, which is different from NULL.
    bool is_absent() const { return encoded_.empty(); }

    // Includes the tag; "" if the value is absent. Valid as long as this value is, like view().
    std::string_view encoded() const& { return encoded_; }

    std::string_view encoded() const&& = delete;

    // Valid as long as this value is neither moved nor changed. Precondition: !is_absent().
    AttributeValueView view() const& { return AttributeValueView::at(encoded_.data()); }

    AttributeValueView view() const&& = delete;

    // The buffer into which the appenders below, or a JSON decoder, write one whole encoding.
    std::string& buffer() & { return encoded_; }

    friend bool operator==(const AttributeValue&, const AttributeValue&) = default;

private:
    std::string encoded_;
};

// A forward range over the contents of a container, which are encoded one after another. `Held`
// defines how to read an element and where the next one begins.
template <class Held>
class ContainerRange {
public:
    class Iterator {
    public:
        explicit Iterator(const char* position) : position_(position) {}

        auto operator*() const { return Held::read(position_); }

        Iterator& operator++() {
            position_ = Held::next(position_);
            return *this;
        }

        bool operator==(const Iterator&) const = default;

    private:
        const char* position_;
    };

    ContainerRange(const char* begin, const char* end) : begin_(begin), end_(end) {}

    Iterator begin() const { return Iterator(begin_); }

    Iterator end() const { return Iterator(end_); }

private:
    const char* begin_;
    const char* end_;
};

// A member of a set.
struct HeldMember {
    static std::string_view read(const char* position) { return read_sized(position); }

    static const char* next(const char* position) {
        read_sized(position);
        return position;
    }
};

// An element of a list.
struct HeldElement {
    static AttributeValueView read(const char* position) {
        return AttributeValueView::at(position);
    }

    static const char* next(const char* position) {
        return position + AttributeValueView::at(position).encoded().size();
    }
};

struct Entry {
    std::string_view name;
    AttributeValueView value;
};

// An entry of a map.
struct HeldEntry {
    static Entry read(const char* position) {
        const std::string_view name = read_sized(position);
        return {name, AttributeValueView::at(position)};
    }

    static const char* next(const char* position) {
        return HeldElement::next(HeldMember::next(position));
    }
};

// Appenders of single values. Containers are opened, filled in canonical order, and closed.
void append_null(std::string& out);
void append_boolean(std::string& out, bool value);
void append_scalar(std::string& out, AttributeType type, std::string_view payload);
// Writes the tag, space for the length, and the count. Returns the `place` for close_container().
std::size_t open_container(std::string& out, AttributeType type, std::size_t count);
void close_container(std::string& out, std::size_t place);
void append_name(std::string& out, std::string_view name);

// Compares two values of the same scalar type. Returns a negative number, 0 or a positive number.
// S: UTF-8 bytes, B: unsigned bytes, N: numeric. All three are a memcmp of the payloads.
int compare_scalars(std::string_view left, std::string_view right);

}  // namespace stator::protocol::values
