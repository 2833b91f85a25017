#include "protocol/formats/transfer/binary_ion.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <utility>

#include "protocol/formats/transfer/ion_text.hpp"
#include "protocol/values/base64.hpp"

namespace stator::protocol::formats::transfer {
namespace {

// Higher than the limit of the text parser, so that the text parser reports the error.
constexpr int kMaxBinaryDepth = 70;
// A DynamoDB number has at most 126 digits before its decimal point.
constexpr std::size_t kMaxIntegerBytes = 64;

constexpr std::string_view kIonRecordTooLong = "a record is longer than any item can be";
// Maximum text of a record. Limited separately, because a symbol of two bytes can repeat a long
// name many times.
constexpr std::size_t kMaxIonTextBytes = 4 * kMaxRecordBytes;

// Returns the decimal digits of a number of any length, given most significant byte first.
std::string digits_of_magnitude(std::string_view magnitude) {
    constexpr std::uint32_t kBillion = 1'000'000'000;
    std::vector<std::uint32_t> parts{0};  // groups of nine digits, least significant first
    for (const char byte : magnitude) {
        std::uint64_t carry = static_cast<unsigned char>(byte);
        for (std::uint32_t& part : parts) {
            carry += std::uint64_t{part} << 8U;
            part = static_cast<std::uint32_t>(carry % kBillion);
            carry /= kBillion;
        }
        if (carry != 0) parts.push_back(static_cast<std::uint32_t>(carry));
    }
    std::string digits = std::to_string(parts.back());
    for (auto part = parts.rbegin() + 1; part != parts.rend(); ++part) {
        const std::string nine = std::to_string(*part);
        digits.append(9 - nine.size(), '0').append(nine);
    }
    return digits;
}

template <class Number>
void append_ion_float(std::string& out, Number number) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    out.append(text.data(), end);
}

// Writes values as Ion text.
class IonWriter {
public:
    IonWriter(std::string& out, const IonSymbols& symbols) : out_(out), symbols_(symbols) {}

    // The first error; "" if none.
    const std::string& fault() const { return fault_; }

    void value(IonBytes& bytes) {
        const IonHead head = read_ion_head(bytes);
        IonBytes body(bytes.take(head.length));
        if (bytes.is_broken()) return fail("a value ends before it should");
        if (depth_ == kMaxBinaryDepth || head.is_null()) {
            out_.append("null");
            return;
        }
        ++depth_;
        typed(head, body);
        --depth_;
        if (body.is_broken()) fail("a value ends before it should");
    }

private:
    void fail(std::string_view sentence) {
        if (fault_.empty()) fault_ = std::string("Ion's binary form is broken: ").append(sentence);
    }

    void typed(const IonHead& head, IonBytes& body) {
        switch (head.type) {
            case IonType::Null: return fail("a value is missing");
            case IonType::Bool: return boolean(head.low);
            case IonType::PositiveInteger: return integer("", body.take_rest());
            case IonType::NegativeInteger: return integer("-", body.take_rest());
            case IonType::Float: return float_of(body.take_rest());
            case IonType::Decimal: return decimal(body);
            case IonType::String: return append_ion_string(out_, body.take_rest());
            case IonType::Blob:
                out_.append("{{").append(values::base64_text(body.take_rest())).append("}}");
                return;
            case IonType::List: return list(body);
            case IonType::Struct: return members(body);
            case IonType::Annotation: return annotated(body);
            case IonType::Timestamp: out_.append("timestamp"); return;
            case IonType::Symbol: out_.append("symbol"); return;
            case IonType::Clob: out_.append("clob"); return;
            case IonType::SExpression: out_.append("sexp"); return;
            case IonType::Reserved: return fail("a value has a type that Ion does not know");
        }
    }

    void boolean(unsigned low) {
        if (low > 1) return fail("a bool is neither true nor false");
        out_.append(low == 1 ? "true" : "false");
    }

    void integer(std::string_view sign, std::string_view magnitude) {
        if (magnitude.size() > kMaxIntegerBytes) {
            out_.append("integer");
            return;
        }
        out_.append(sign).append(digits_of_magnitude(magnitude));
    }

    void float_of(std::string_view bytes) {
        switch (bytes.size()) {
            case 0: out_.append("0e0"); return;
            case sizeof(float):
                return append_ion_float(
                    out_, std::bit_cast<float>(static_cast<std::uint32_t>(big_endian(bytes)))
                );
            case sizeof(double):
                return append_ion_float(out_, std::bit_cast<double>(big_endian(bytes)));
            default: return fail("a float has neither 4 nor 8 bytes");
        }
    }

    // The first bit of the coefficient is its sign.
    void decimal(IonBytes& body) {
        if (body.at_end()) {
            out_.append("0d0");
            return;
        }
        const std::int64_t exponent = body.var_int();
        std::string coefficient(body.take_rest());
        if (coefficient.size() > kMaxIntegerBytes) {
            out_.append("decimal");
            return;
        }
        constexpr unsigned kSign = 0x80;
        const auto first =
            coefficient.empty() ? 0U : unsigned{static_cast<unsigned char>(coefficient.front())};
        if (!coefficient.empty()) coefficient.front() = static_cast<char>(first & ~kSign);
        integer((first & kSign) != 0 ? "-" : "", coefficient);
        out_.push_back('d');
        out_.append(std::to_string(exponent));
    }

    void list(IonBytes& body) {
        out_.push_back('[');
        bool is_first = true;
        while (!body.at_end() && fault_.empty()) {
            if (passes_padding(body)) continue;
            if (!is_first) out_.push_back(',');
            is_first = false;
            value(body);
        }
        out_.push_back(']');
    }

    void members(IonBytes& body) {
        out_.push_back('{');
        bool is_first = true;
        while (!body.at_end() && fault_.empty()) {
            const std::uint64_t name = body.var_uint();
            if (passes_padding(body)) continue;
            if (!is_first) out_.push_back(',');
            is_first = false;
            symbol(name);
            if (!fault_.empty()) return;
            out_.push_back(':');
            value(body);
        }
        out_.push_back('}');
    }

    void annotated(IonBytes& body) {
        IonBytes names(body.take(body.var_uint()));
        while (!names.at_end() && fault_.empty()) {
            symbol(names.var_uint());
            out_.append("::");
        }
        if (names.is_broken()) return fail("an annotation ends before it should");
        if (!fault_.empty()) return;
        value(body);
    }

    void symbol(std::uint64_t number) {
        const auto text = symbols_.text(number);
        if (!text) return fail("symbol " + std::to_string(number) + " has no text here");
        append_ion_symbol(out_, *text);
        if (out_.size() > kMaxIonTextBytes && fault_.empty()) fault_ = kIonRecordTooLong;
    }

    // Skips padding, which is a null with a length. Returns whether there was any.
    static bool passes_padding(IonBytes& bytes) {
        IonBytes ahead = bytes;
        const IonHead head = read_ion_head(ahead);
        if (head.type != IonType::Null || head.is_null()) return false;
        ahead.take(head.length);
        bytes = ahead;
        return true;
    }

    std::string& out_;
    const IonSymbols& symbols_;
    std::string fault_;
    int depth_ = 0;
};

}  // namespace

void BinaryIonSplitter::fail(std::string sentence) {
    fault_ = std::move(sentence);
    at_ = text_.size();
}

std::optional<std::string_view> BinaryIonSplitter::next() {
    has_record_ = false;
    while (fault_.empty() && !has_record_ && step()) continue;
    if (has_record_) return record_;
    const bool is_cut_off = is_finished_ && (!rest().empty() || !lists_.empty());
    if (is_cut_off && fault_.empty()) fail("Ion's binary form is cut off");
    return std::nullopt;
}

// Skips the version marker, which also resets the symbols to those of the system.
bool BinaryIonSplitter::pass_marker() {
    if (rest().size() < kBinaryIonMarker.size()) return false;
    if (!rest().starts_with(kBinaryIonMarker)) {
        fail("Ion of another version than 1.0 cannot be read");
        return false;
    }
    at_ += kBinaryIonMarker.size();
    symbols_.reset();
    return true;
}

// Returns true if a value ends within the list that contains it.
bool BinaryIonSplitter::fits_list(std::size_t head_bytes, std::uint64_t length) const {
    if (lists_.empty()) return true;
    return head_bytes <= lists_.back() && length <= lists_.back() - head_bytes;
}

// Advances by `bytes`, and reduces the remaining bytes of the innermost open list by `of_list`.
void BinaryIonSplitter::pass(std::size_t bytes, std::uint64_t of_list) {
    at_ += bytes;
    if (lists_.empty()) return;
    lists_.back() -= of_list;
    if (lists_.back() == 0) lists_.pop_back();
}

// Opens a list, whose elements are then the next values. A list may be longer than any record.
bool BinaryIonSplitter::open_list(std::size_t head_bytes, std::uint64_t length) {
    pass(head_bytes, head_bytes + length);
    if (lists_.size() == std::size_t{kMaxBinaryDepth}) {
        fail("lists of Ion are nested too deeply");
        return false;
    }
    if (length != 0) lists_.push_back(length);
    return true;
}

bool BinaryIonSplitter::step() {
    if (rest().empty()) return false;
    if (lists_.empty() && rest().front() == kBinaryIonMarker.front()) return pass_marker();
    IonBytes bytes(rest());
    const IonHead head = read_ion_head(bytes);
    if (bytes.is_broken()) {
        // A head is at most its first byte and a number. If this many bytes do not contain it, more
        // bytes cannot help.
        constexpr std::size_t kMaxHeadBytes = 1 + IonBytes::kMaxNumberBytes;
        if (rest().size() >= kMaxHeadBytes) fail("the length of a value in Ion is broken");
        return false;
    }
    const std::size_t head_bytes = bytes.at();
    if (!fits_list(head_bytes, head.length)) {
        fail("a list of Ion ends before it should");
        return false;
    }
    if (head.type == IonType::Annotation) return step_annotated(head_bytes, head.length);
    if (head.type == IonType::List && !head.is_null()) return open_list(head_bytes, head.length);
    if (head.length > kMaxRecordBytes) {
        fail(std::string(kIonRecordTooLong));
        return false;
    }
    bytes.take(head.length);
    if (bytes.is_broken()) return false;
    const std::string_view value = rest().substr(0, bytes.at());
    pass(value.size(), value.size());
    take(value);
    return true;
}

// Handles an annotated value. A list is opened before it has arrived completely; all other values
// are read as a whole.
bool BinaryIonSplitter::step_annotated(std::size_t head_bytes, std::uint64_t length) {
    // The annotations and the value's head are within these bytes.
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(length, kMaxRecordBytes));
    const std::string_view begin = rest().substr(head_bytes, most);
    IonBytes bytes(begin);
    IonBytes names(bytes.take(bytes.var_uint()));
    const bool is_table = names.var_uint() == kIonSymbolTable;
    while (!names.at_end()) names.var_uint();
    const std::size_t value_at = bytes.at();
    const IonHead head = read_ion_head(bytes);
    if (bytes.is_broken() && begin.size() < most) return false;  // more bytes will arrive
    const bool is_whole = !bytes.is_broken() && !names.is_broken() &&
                          head.length == length - bytes.at() && head.type != IonType::Annotation;
    if (!is_whole) {
        fail("an annotation of Ion is broken");
        return false;
    }
    if (!is_table && head.type == IonType::List && !head.is_null()) {
        return open_list(head_bytes + bytes.at(), head.length);
    }
    if (length > kMaxRecordBytes) {
        fail(std::string(kIonRecordTooLong));
        return false;
    }
    if (begin.size() < most) return false;
    pass(head_bytes + most, head_bytes + most);
    const std::string_view value = begin.substr(value_at);
    if (!is_table) {
        take(value);
    } else if (!take_table(symbols_, value)) {
        fail("a symbol table of Ion is broken");
    }
    return true;
}

// A value that is not a struct is not a record.
void BinaryIonSplitter::take(std::string_view value) {
    IonBytes bytes(value);
    const IonHead head = read_ion_head(bytes);
    if (head.type != IonType::Struct || head.is_null()) return;
    record_.clear();
    IonWriter writer(record_, symbols_);
    IonBytes whole(value);
    writer.value(whole);
    if (!writer.fault().empty()) return fail(writer.fault());
    has_record_ = true;
}

std::optional<std::string_view> AnyIonSplitter::next() {
    if (form_ == nullptr) {
        if (text_.size() < kBinaryIonMarker.size() && !is_finished_) return std::nullopt;
        if (text_.starts_with(kBinaryIonMarker)) {
            form_ = std::make_unique<BinaryIonSplitter>();
        } else {
            form_ = std::make_unique<IonSplitter>();
        }
    }
    if (!text_.empty()) {
        form_->add(text_);
        text_.clear();
    }
    if (is_finished_) form_->finish();
    return form_->next();
}

}  // namespace stator::protocol::formats::transfer
