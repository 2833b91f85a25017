#include "engine/replication/change.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <utility>

namespace stator::engine::replication {
namespace {

constexpr std::size_t kCommitDigits = 16;
constexpr std::size_t kPartDigits = 8;
constexpr std::size_t kVersionLength = kCommitDigits + 1 + kPartDigits;
constexpr int kHex = 16;

template <class Number>
void append_number(std::string& out, Number number) {
    std::array<char, sizeof(Number)> bytes{};
    std::memcpy(bytes.data(), &number, sizeof(Number));
    out.append(bytes.data(), bytes.size());
}

// Reads numbers and texts from the beginning of a text.
class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {}

    template <class Number>
    Number number() {
        Number value{};
        if (rest_.size() < sizeof(Number)) {
            is_whole_ = false;
            return value;
        }
        std::memcpy(&value, rest_.data(), sizeof(Number));
        rest_.remove_prefix(sizeof(Number));
        return value;
    }

    std::string_view text(std::size_t length) {
        if (rest_.size() < length) {
            is_whole_ = false;
            return {};
        }
        const std::string_view taken = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return taken;
    }

    std::string_view rest() const { return rest_; }

    bool is_whole() const { return is_whole_; }

private:
    std::string_view rest_;
    bool is_whole_ = true;
};

void append_hex(std::string& out, std::uint64_t number, std::size_t digits) {
    std::array<char, kCommitDigits> text{};
    const auto [end, problem] = std::to_chars(text.data(), text.data() + text.size(), number, kHex);
    const std::string_view written(text.data(), static_cast<std::size_t>(end - text.data()));
    out.append(digits - written.size(), '0').append(written);
}

template <class Number>
bool parse_hex(std::string_view text, Number& number) {
    const auto [end, problem] =
        std::from_chars(text.data(), text.data() + text.size(), number, kHex);
    return problem == std::errc() && end == text.data() + text.size();
}

bool has_same_content(const Change& one, const Change& other) {
    if (one.is_deletion || other.is_deletion) return one.is_deletion == other.is_deletion;
    return one.image->payload() == other.image->payload();
}

}  // namespace

std::string key_of(const values::ItemImage& image) {
    const std::string_view pk = image.pk();
    std::string key;
    key.reserve(sizeof(std::uint32_t) + pk.size() + image.sk().size());
    append_number(key, static_cast<std::uint32_t>(pk.size()));
    return key.append(pk).append(image.sk());
}

std::string_view partition_key_of(std::string_view key) {
    Reader reader(key);
    return reader.text(reader.number<std::uint32_t>());
}

std::string version_text(const Version& version) {
    std::string text;
    append_hex(text, version.commit.value, kCommitDigits);
    text.push_back('-');
    append_hex(text, version.part, kPartDigits);
    return text;
}

std::optional<Version> parse_version(std::string_view text) {
    if (text.size() != kVersionLength || text[kCommitDigits] != '-') return std::nullopt;
    Version version;
    const bool is_read = parse_hex(text.substr(0, kCommitDigits), version.commit.value) &&
                         parse_hex(text.substr(kCommitDigits + 1), version.part);
    return is_read ? std::optional(version) : std::nullopt;
}

std::string encode_change(const Change& change) {
    const std::string_view payload = change.image->payload();
    std::string text;
    constexpr std::size_t kHead = 64;
    text.reserve(kHead + change.key.size() + payload.size());
    text.push_back(change.is_deletion ? 'D' : 'P');
    append_number(text, change.time.unix_ms());
    append_number(text, change.replaced.commit.value);
    append_number(text, change.replaced.part);
    append_number(text, static_cast<std::uint32_t>(change.key.size()));
    return text.append(change.key).append(payload);
}

std::optional<Change> decode_change(std::string_view text) {
    Reader reader(text);
    Change change;
    const char kind = reader.number<char>();
    change.is_deletion = kind == 'D';
    change.time = Instant(reader.number<std::int64_t>());
    change.replaced.commit.value = reader.number<std::uint64_t>();
    change.replaced.part = reader.number<std::uint32_t>();
    change.key = reader.text(reader.number<std::uint32_t>());
    const bool is_kind = kind == 'D' || kind == 'P';
    if (!reader.is_whole() || !is_kind || reader.rest().empty()) return std::nullopt;
    change.image = values::ItemImage::create(reader.rest());
    return change;
}

bool conflicts(const Change& winner, const Change& loser) {
    if (winner.region == loser.region || winner.replaced >= loser.version) return false;
    return !has_same_content(winner, loser);
}

}  // namespace stator::engine::replication
