#include "protocol/values/item_flaw.hpp"

#include <boost/endian/conversion.hpp>

#include <cstdint>

#include "protocol/values/attribute_value.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::values {
namespace {

// Higher than the limit of any request, so that no stored item is rejected because of it.
constexpr int kDeepest = 64;
constexpr unsigned char kZeroHead = 0x80;
constexpr unsigned char kTerminator = 0x66;
constexpr std::size_t kMaxDigitPairs = 20;
// Heads of the smallest and the largest positive numbers.
constexpr unsigned char kLowestHead = kZeroHead + 1;
constexpr unsigned char kHighestHead = 0xFF;

// Returns true if encoding the number again yields the same bytes: each number has one valid form.
bool is_encoded_again(std::string_view bytes) {
    std::string again;
    return encode_number(number_text(bytes), Dialect::Current, again).has_value() && again == bytes;
}

bool is_number(std::string_view bytes) {
    if (bytes.empty() || bytes.size() > kMaxDigitPairs + 2) return false;
    const auto head = static_cast<unsigned char>(bytes.front());
    // The smallest numbers have the same first byte as zero.
    if (head == kZeroHead && bytes.size() == 1) return true;
    const bool is_negative = head < kZeroHead;
    std::string_view pairs = bytes.substr(1);
    const bool has_terminator = is_negative && !pairs.empty() && pairs.size() <= kMaxDigitPairs &&
                                static_cast<unsigned char>(pairs.back()) == kTerminator;
    if (has_terminator) pairs.remove_suffix(1);
    if (pairs.empty() || pairs.size() > kMaxDigitPairs) return false;
    for (const char pair : pairs) {
        const auto byte = static_cast<unsigned char>(pair);
        const bool is_pair = is_negative ? byte >= 2 && byte <= 101 : byte >= 1 && byte <= 100;
        if (!is_pair) return false;
    }
    // Fast path: an encoding that is short, has no zero pair at either end and is far from the
    // limits of the exponent is in that form.
    const auto zero_pair = static_cast<char>(is_negative ? 101 : 1);
    const auto positive_head = static_cast<unsigned char>(is_negative ? ~head : head);
    const bool is_plain = pairs.front() != zero_pair && pairs.back() != zero_pair &&
                          pairs.size() < kMaxDigitPairs && is_negative == has_terminator &&
                          positive_head > kLowestHead && positive_head < kHighestHead;
    return is_plain || is_encoded_again(bytes);
}

// Reads a payload and stops at the first flaw.
class PayloadReader {
public:
    explicit PayloadReader(std::string_view bytes) : rest_(bytes) {}

    // Null if the payload is valid.
    const char* flaw() const { return flaw_; }

    void item() {
        entries(0);
        if (flaw_ == nullptr && !rest_.empty()) fail("there are bytes behind its last attribute");
    }

private:
    void fail(const char* what) {
        if (flaw_ == nullptr) flaw_ = what;
    }

    std::uint64_t varint() {
        // Fast path: most lengths are one byte.
        if (!rest_.empty() && static_cast<unsigned char>(rest_.front()) < 0x80) {
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            return byte;
        }
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (rest_.empty()) break;
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80) return value;
        }
        fail("a length is cut off");
        return 0;
    }

    std::string_view take(std::uint64_t count) {
        if (count > rest_.size()) {
            fail("a length leads beyond its end");
            return {};
        }
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }

    // Names must be in strictly ascending order, so that none is repeated.
    void take_name(std::optional<std::string_view>& last, const char* what) {
        const std::string_view name = take(varint());
        if (last && *last >= name) fail(what);
        last = name;
    }

    void entries(int depth) {
        std::optional<std::string_view> last;
        for (std::uint64_t count = varint(); count > 0 && flaw_ == nullptr; --count) {
            take_name(last, "its attributes are not in order");
            value(depth + 1);
        }
    }

    void members(AttributeType type) {
        std::optional<std::string_view> last;
        for (std::uint64_t count = varint(); count > 0 && flaw_ == nullptr; --count) {
            take_name(last, "the members of a set are not in order");
            const bool is_numeric = type == AttributeType::NumberSet;
            if (flaw_ == nullptr && is_numeric && !is_number(*last)) fail("a number is none");
        }
    }

    void elements(int depth) {
        for (std::uint64_t count = varint(); count > 0 && flaw_ == nullptr; --count)
            value(depth + 1);
    }

    void container(AttributeType type, int depth) {
        const std::string_view size = take(4);
        if (flaw_ != nullptr) return;
        const std::uint32_t length =
            boost::endian::load_little_u32(reinterpret_cast<const unsigned char*>(size.data()));
        const std::string_view within = take(length);
        if (flaw_ != nullptr) return;
        PayloadReader reader(within);
        if (type == AttributeType::Map) {
            reader.entries(depth);
        } else if (type == AttributeType::List) {
            reader.elements(depth);
        } else {
            reader.members(type);
        }
        flaw_ = reader.flaw_;
        if (!reader.rest_.empty()) fail("a length is too large");
    }

    void value(int depth) {
        if (flaw_ != nullptr) return;
        if (depth > kDeepest) return fail("it is nested too deeply");
        const std::string_view tag = take(1);
        if (flaw_ != nullptr) return;
        const auto type = static_cast<AttributeType>(tag.front());
        switch (type) {
            case AttributeType::String:
            case AttributeType::Binary: take(varint()); return;
            case AttributeType::Number:
                if (!is_number(take(varint()))) fail("a number is none");
                return;
            case AttributeType::Null: return;
            case AttributeType::Boolean:
                if (take(1) > std::string_view("\1", 1)) fail("a truth value is none");
                return;
            case AttributeType::StringSet:
            case AttributeType::NumberSet:
            case AttributeType::BinarySet:
            case AttributeType::List:
            case AttributeType::Map: return container(type, depth);
        }
        fail("a type is unknown");
    }

    std::string_view rest_;
    const char* flaw_ = nullptr;
};

}  // namespace

std::optional<std::string> flaw_of_item(std::string_view payload) {
    PayloadReader reader(payload);
    reader.item();
    return reader.flaw() == nullptr ? std::nullopt : std::optional<std::string>(reader.flaw());
}

}  // namespace stator::protocol::values
