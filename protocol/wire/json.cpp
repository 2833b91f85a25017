#include "protocol/wire/json.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <vector>

#include "protocol/base/number_text.hpp"
#include "protocol/values/same_name.hpp"
#include "protocol/wire/escapes.hpp"

namespace stator::protocol::wire {

std::int64_t JsonView::integer() const {
    if (value_->IsInt64()) return value_->GetInt64();
    if (value_->IsUint64()) return std::numeric_limits<std::int64_t>::max();
    const double number = std::trunc(value_->GetDouble());
    constexpr double kLimit = 9.2e18;
    if (number >= kLimit) return std::numeric_limits<std::int64_t>::max();
    if (number <= -kLimit) return std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(number);
}

std::optional<JsonView> JsonView::find(std::string_view name) const {
    if (!value_->IsObject()) return std::nullopt;
    const auto first = value_->MemberBegin();
    for (auto member = value_->MemberEnd(); member != first;) {
        --member;
        if (values::same_name(member_name(*member), name) && !member->value.IsNull()) {
            return JsonView(member->value);
        }
    }
    return std::nullopt;
}

std::string_view JsonView::string_or_empty(std::string_view name) const {
    const auto found = find(name);
    return found && found->is_string() ? found->string() : std::string_view();
}

namespace {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

// RapidJSON's own String() does not escape 0x1A to 0x1F when it processes sixteen bytes at a time.
void write_string(const rapidjson::Value& value, Writer& writer) {
    std::string quoted;
    append_json_string(quoted, {value.GetString(), value.GetStringLength()});
    writer.RawValue(quoted.data(), quoted.size(), rapidjson::kStringType);
}

// A container whose opening bracket and first children have been written.
struct OpenContainer {
    const rapidjson::Value* value;
    rapidjson::SizeType written = 0;

    bool is_complete() const {
        return written == (value->IsObject() ? value->MemberCount() : value->Size());
    }

    // Returns the next child. Writes its name first, if it has one.
    const rapidjson::Value& take_child(Writer& writer) {
        const rapidjson::SizeType at = written++;
        if (value->IsArray()) return (*value)[at];
        const auto& member = value->MemberBegin()[static_cast<std::ptrdiff_t>(at)];
        write_string(member.name, writer);
        return member.value;
    }
};

// Writes a scalar, or the bracket that opens a container.
void write_start(const rapidjson::Value& value, Writer& writer) {
    if (value.IsObject()) {
        writer.StartObject();
    } else if (value.IsArray()) {
        writer.StartArray();
    } else if (value.IsString()) {
        write_string(value, writer);
    } else {
        value.Accept(writer);
    }
}

void write_end(const rapidjson::Value& container, Writer& writer) {
    if (container.IsObject()) {
        writer.EndObject();
    } else {
        writer.EndArray();
    }
}

}  // namespace

// Not Accept(), which would recurse for each level of nesting.
std::string JsonView::text() const {
    rapidjson::StringBuffer buffer;
    Writer writer(buffer);
    std::vector<OpenContainer> open;
    const rapidjson::Value* next = value_;
    while (next != nullptr) {
        write_start(*next, writer);
        if (next->IsObject() || next->IsArray()) open.push_back({next});
        while (!open.empty() && open.back().is_complete()) {
            write_end(*open.back().value, writer);
            open.pop_back();
        }
        next = open.empty() ? nullptr : &open.back().take_child(writer);
    }
    return {buffer.GetString(), buffer.GetSize()};
}

namespace {

// Deeper levels are not sorted. DynamoDB accepts nothing that deep.
constexpr int kMaxCanonicalDepth = 100;

void append_canonical(std::string& out, JsonView json, int depth) {
    if (depth > kMaxCanonicalDepth) {
        out.append(json.text());
        return;
    }
    if (json.is_array()) {
        out.append("[");
        for (const auto& element : json.elements()) {
            append_canonical(out, JsonView(element), depth + 1);
            out.append(",");
        }
        out.append("]");
        return;
    }
    if (!json.is_object()) {
        out.append(json.text());
        return;
    }
    std::map<std::string_view, const rapidjson::Value*> members;
    for (const auto& member : json.members()) members[member_name(member)] = &member.value;
    out.append("{");
    for (const auto& [name, value] : members) {
        append_json_string(out, name);
        out.append(":");
        append_canonical(out, JsonView(*value), depth + 1);
        out.append(",");
    }
    out.append("}");
}

// Returns true if the last character is cut off, so that RapidJSON, which reads all its bytes
// before it checks any, would read past the zero byte at the end. This happens if two of three, or
// two or three of four bytes are missing.
bool ends_inside_character(std::string_view body) {
    const std::string_view tail = body.substr(body.size() - std::min<std::size_t>(body.size(), 2));
    return std::ranges::any_of(tail, [](char c) { return static_cast<unsigned char>(c) >= 0xE0; });
}

// RapidJSON rejects control characters in strings, but accepts these six when it processes sixteen
// bytes at a time, because it compares with 0x19. They are not valid outside strings either.
bool passes_rapidjson(char c) {
    return c >= 0x1A && c <= 0x1F;
}

bool is_plain_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80 && !passes_rapidjson(c);
}

#ifdef __SSE2__
bool are_sixteen_plain_ascii(const char* text) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
    // As signed numbers, all non-ASCII bytes are lower than ASCII bytes.
    if (_mm_movemask_epi8(_mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20))) == 0) return true;
    const __m128i above = _mm_sub_epi8(bytes, _mm_set1_epi8(0x1A));
    const __m128i passing = _mm_cmpeq_epi8(_mm_min_epu8(above, _mm_set1_epi8(5)), above);
    return _mm_movemask_epi8(_mm_or_si128(bytes, passing)) == 0;
}
#endif

// Returns the index of the first byte at or after `at` that is not ASCII or that RapidJSON wrongly
// accepts; the size if there is none.
std::size_t skip_plain_ascii(std::string_view text, std::size_t at) {
#ifdef __SSE2__
    constexpr std::size_t kSixteen = sizeof(__m128i);
    while (at + kSixteen <= text.size() && are_sixteen_plain_ascii(text.data() + at)) {
        at += kSixteen;
    }
#endif
    while (at + sizeof(std::uint64_t) <= text.size()) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, text.data() + at, sizeof bytes);
        // Stop at control characters and non-ASCII bytes.
        if ((((bytes - kEveryByte * 0x20) | bytes) & (kEveryByte << 7)) != 0) break;
        at += sizeof bytes;
    }
    while (at < text.size() && is_plain_ascii(text[at])) ++at;
    return at;
}

// Discards the characters that RapidJSON has validated.
struct Swallow {
    void Put(char /*byte*/) {}
};

// Returns false for a body that is not UTF-8, or contains control characters that RapidJSON
// accepts. Checks UTF-8 here because RapidJSON, if it validates while parsing, checks each byte.
bool has_only_characters_of_json(const std::string& body) {
    if (ends_inside_character(body)) return false;
    Swallow swallow;
    std::size_t at = 0;
    while ((at = skip_plain_ascii(body, at)) < body.size()) {
        if (passes_rapidjson(body[at])) return false;
        rapidjson::StringStream rest(body.c_str() + at);
        if (!rapidjson::UTF8<>::Validate(rest, swallow)) return false;
        at += rest.Tell();
    }
    return true;
}

// RapidJSON's recursive parser is faster, but uses several hundred bytes of stack per level.
constexpr std::size_t kMaxRecursion = 5'000;

// Returns true if the text cannot nest deeper than kMaxRecursion, because it is too short or has
// too few brackets.
bool can_recurse(std::string_view text) {
    constexpr std::size_t kBlock = 255;  // maximum of a byte counter, which the compiler vectorises
    std::size_t brackets = 0;
    while (brackets + text.size() > kMaxRecursion) {
        if (brackets > kMaxRecursion) return false;
        std::uint8_t in_block = 0;
        for (const char c : text.substr(0, kBlock)) {
            // '[' and '{' are both 0x5B after this bit is cleared.
            in_block = static_cast<std::uint8_t>(in_block + ((c & ~0x20) == '['));
        }
        brackets += in_block;
        text.remove_prefix(std::min(kBlock, text.size()));
    }
    return true;
}

// Half of a character that JSON escapes as a surrogate pair, such as \ud83d\ude00.
enum class Surrogate : unsigned char { None, High, Low };

// Classifies the escape at the front of `text`. Its last two digits do not matter.
Surrogate surrogate_of(std::string_view text) {
    if (text.size() < 4 || text[1] != 'u' || (text[2] != 'd' && text[2] != 'D')) {
        return Surrogate::None;
    }
    constexpr std::string_view kHigh = "89abAB";
    constexpr std::string_view kLow = "cdefCDEF";
    if (kHigh.find(text[3]) != std::string_view::npos) return Surrogate::High;
    return kLow.find(text[3]) != std::string_view::npos ? Surrogate::Low : Surrogate::None;
}

// Returns true if a low surrogate has no high surrogate before it. RapidJSON rejects lone high
// surrogates, but converts lone low ones to invalid UTF-8.
bool has_lone_low_surrogate(std::string_view body) {
    std::size_t low_due = std::string_view::npos;
    std::size_t at = body.find('\\');
    while (at != std::string_view::npos) {
        const Surrogate half = surrogate_of(body.substr(at));
        if (half == Surrogate::Low && at != low_due) return true;
        constexpr std::size_t kEscapeBytes = 6;
        low_due = half == Surrogate::High ? at + kEscapeBytes : std::string_view::npos;
        at = body.find('\\', at + 2);
    }
    return false;
}

}  // namespace

std::string canonical_text(JsonView json) {
    std::string out;
    append_canonical(out, json, 0);
    return out;
}

// The text and the values that point into it. Allocated as one block, except for long requests.
struct JsonDocument::Parsed {
    explicit Parsed(std::string text) : body(std::move(text)) {
        // RapidJSON reads sixteen bytes at a time, including the zero byte at the end.
        constexpr std::size_t kPadding = 16;
        body.reserve(body.size() + kPadding);
    }

    // Rejects numbers that are not finite. RapidJSON rejects 1e309, but parses 9999999999e300 as
    // infinity, which cannot be written as JSON.
    struct Document : rapidjson::Document {
        using rapidjson::Document::GenericDocument;

        bool Double(double number) {
            return std::isfinite(number) && rapidjson::Document::Double(number);
        }
    };

    // Parses the body. Returns false if it is not JSON.
    template <unsigned kFlags>
    bool read() {
        bool is_json = false;
        auto read_into = [&](rapidjson::Document&) {
            rapidjson::InsituStringStream stream(body.data());
            is_json = !rapidjson::Reader().Parse<kFlags>(stream, document).IsError();
            return is_json;
        };
        document.Populate(read_into);
        return is_json;
    }

    std::string body;
    alignas(16) std::array<char, 3'072> nodes;
    rapidjson::MemoryPoolAllocator<> allocator{nodes.data(), nodes.size()};
    Document document{&allocator};
};

JsonDocument::JsonDocument(std::unique_ptr<Parsed> parsed) : parsed_(std::move(parsed)) {}

JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

JsonView JsonDocument::root() const {
    return JsonView(parsed_->document);
}

std::string_view JsonDocument::body() const {
    return parsed_->body;
}

// Strings are parsed in place.
std::size_t JsonDocument::offset_of(std::string_view string) const {
    return static_cast<std::size_t>(string.data() - parsed_->body.data());
}

std::optional<JsonDocument> JsonDocument::parse(std::string body) {
    // RapidJSON treats a zero byte as the end of the text. JSON text cannot contain one.
    if (body.find('\0') != std::string::npos) return std::nullopt;
    if (!has_only_characters_of_json(body) || has_lone_low_surrogate(body)) return std::nullopt;
    // Without full precision: with it, RapidJSON 1.1 reads outside of its tables for numbers with
    // several hundred zeros, so a single request could crash the process.
    constexpr unsigned kRecursive = rapidjson::kParseInsituFlag;
    constexpr unsigned kIterative = kRecursive | rapidjson::kParseIterativeFlag;
    const bool is_shallow = can_recurse(body);
    auto parsed = std::make_unique<Parsed>(std::move(body));
    const bool is_json = is_shallow ? parsed->read<kRecursive>() : parsed->read<kIterative>();
    if (!is_json) return std::nullopt;
    return JsonDocument(std::move(parsed));
}

void JsonWriter::key(std::string_view name) {
    separate();
    append_json_string(out_, name);
    out_.push_back(':');
    comma_ = false;
}

void JsonWriter::string(std::string_view value) {
    separate();
    append_json_string(out_, value);
}

void JsonWriter::integer(std::int64_t value) {
    separate();
    append_integer(out_, value);
}

void JsonWriter::integer(std::uint64_t value) {
    separate();
    append_integer(out_, value);
}

void JsonWriter::decimal(double value) {
    separate();
    append_decimals(out_, value, 1, 3);
}

void JsonWriter::timestamp(Instant time) {
    decimal(static_cast<double>(time.unix_ms()) / 1000.0);
}

void JsonWriter::boolean(bool value) {
    separate();
    out_.append(value ? "true" : "false");
}

void JsonWriter::null() {
    separate();
    out_.append("null");
}

void JsonWriter::raw(std::string_view json) {
    separate();
    out_.append(json);
}

namespace {

// Returns the index of the first byte at or after `at` that a JSON string must escape; the size if
// there is none.
std::size_t find_escape(std::string_view text, std::size_t at) {
#ifdef __SSE2__
    constexpr std::size_t kSixteen = sizeof(__m128i);
    while (at + kSixteen <= text.size() &&
           !any_needs_escape(_mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at)))) {
        at += kSixteen;
    }
#endif
    while (at + sizeof(std::uint64_t) <= text.size()) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, text.data() + at, sizeof bytes);
        if (any_needs_escape(bytes)) break;
        at += sizeof bytes;
    }
    while (at < text.size() && !needs_escape(text[at])) ++at;
    return at;
}

void append_escape(std::string& out, char c) {
    switch (c) {
        case '"': out.append("\\\""); return;
        case '\\': out.append("\\\\"); return;
        case '\n': out.append("\\n"); return;
        case '\r': out.append("\\r"); return;
        case '\t': out.append("\\t"); return;
        case '\b': out.append("\\b"); return;
        case '\f': out.append("\\f"); return;
        default: break;
    }
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out.append("\\u00");
    out.push_back(kHex[byte >> 4]);
    out.push_back(kHex[byte & 0xF]);
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    out.push_back('"');
    std::size_t clean = 0;
    std::size_t at = 0;
    while ((at = find_escape(text, clean)) < text.size()) {
        out.append(text.substr(clean, at - clean));
        append_escape(out, text[at]);
        clean = at + 1;
    }
    out.append(text.substr(clean));
    out.push_back('"');
}

}  // namespace stator::protocol::wire
