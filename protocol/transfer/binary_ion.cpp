#include "protocol/transfer/binary_ion.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <utility>

#include "protocol/transfer/ion_text.hpp"
#include "protocol/values/base64.hpp"

namespace stator::protocol::transfer {
namespace {

// Beyond what the reader of the text takes, so that it is the one that refuses.
constexpr int kMaxBinaryDepth = 70;
// A number of DynamoDB's has no more than 126 digits before its point.
constexpr std::size_t kMaxIntegerBytes = 64;

// The digits of a number of any length, most significant byte first.
std::string digits_of_magnitude(std::string_view magnitude) {
    constexpr std::uint32_t kBillion = 1'000'000'000;
    std::vector<std::uint32_t> parts{0};  // of nine digits, the last first
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

// Writes values as text.
class IonWriter {
public:
    IonWriter(std::string& out, const IonSymbols& symbols) : out_(out), symbols_(symbols) {}

    // What is wrong; "" when nothing is.
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
    void fail(std::string sentence) {
        if (fault_.empty()) fault_ = std::move(sentence);
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

    // The sign is the first bit of the coefficient.
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
            out_.push_back(':');
            value(body);
        }
        out_.push_back('}');
    }

    void annotated(IonBytes& body) {
        IonBytes names(body.take(body.var_uint()));
        while (!names.at_end()) {
            symbol(names.var_uint());
            out_.append("::");
        }
        if (names.is_broken()) return fail("an annotation ends before it should");
        value(body);
    }

    void symbol(std::uint64_t number) {
        const auto text = symbols_.text(number);
        if (!text) return fail("symbol " + std::to_string(number) + " has no text here");
        append_ion_symbol(out_, *text);
    }

    // Bytes that say nothing: a null with a length.
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
    if (is_finished_ && fault_.empty() && !rest().empty()) fail("Ion's binary form is cut off");
    return std::nullopt;
}

// Another marker makes the system's symbols those that count.
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

bool BinaryIonSplitter::step() {
    if (rest().empty()) return false;
    if (rest().front() == kBinaryIonMarker.front()) return pass_marker();
    IonBytes bytes(rest());
    const IonHead head = read_ion_head(bytes);
    if (bytes.is_broken()) {
        // Nothing about a length is longer.
        constexpr std::size_t kMaxHeadBytes = 11;
        if (rest().size() >= kMaxHeadBytes) fail("the length of a value in Ion is broken");
        return false;
    }
    if (head.type == IonType::List && !head.is_null()) {
        at_ += bytes.at();
        return true;
    }
    if (head.length > kMaxRecordBytes) {
        fail("a record is longer than any item can be");
        return false;
    }
    const std::string_view body = bytes.take(head.length);
    if (bytes.is_broken()) return false;
    const std::string_view value = rest().substr(0, bytes.at());
    at_ += bytes.at();
    if (head.type != IonType::Annotation) {
        take(value);
        return true;
    }
    take_annotated(body);
    return true;
}

void BinaryIonSplitter::take_annotated(std::string_view body) {
    IonBytes wrapped(body);
    IonBytes names(wrapped.take(wrapped.var_uint()));
    const bool is_table = names.var_uint() == kIonSymbolTable;
    const std::string_view inner = wrapped.take_rest();
    if (!is_table) return take(inner);
    if (!take_table(symbols_, inner)) fail("a symbol table of Ion is broken");
}

// What is no struct is no record.
void BinaryIonSplitter::take(std::string_view value) {
    IonBytes bytes(value);
    const IonHead head = read_ion_head(bytes);
    if (head.type != IonType::Struct || head.is_null()) return;
    record_.clear();
    IonWriter writer(record_, symbols_);
    IonBytes whole(value);
    writer.value(whole);
    if (!writer.fault().empty()) return fail("Ion's binary form is broken: " + writer.fault());
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

}  // namespace stator::protocol::transfer
