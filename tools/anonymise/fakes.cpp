#include "tools/anonymise/fakes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/base/seeded_random.hpp"
#include "engine/base/uuid.hpp"
#include "protocol/base/number_text.hpp"
#include "signing/digest.hpp"

namespace stator::tools::anonymise {
namespace {

constexpr std::size_t kHashBytes = 16;
constexpr std::size_t kWordDigits = 16;

constexpr std::array<std::string_view, 16> kFirstNames{
    "Alma",
    "Bruno",
    "Carla",
    "David",
    "Elif",
    "Femi",
    "Grace",
    "Hugo",
    "Irene",
    "Jonas",
    "Kaito",
    "Lena",
    "Mira",
    "Nils",
    "Olga",
    "Pablo"};
constexpr std::array<std::string_view, 16> kLastNames{
    "Abel",
    "Brandt",
    "Costa",
    "Diallo",
    "Evans",
    "Fischer",
    "Garcia",
    "Hansen",
    "Ito",
    "Jensen",
    "Kowal",
    "Lindt",
    "Moreau",
    "Novak",
    "Okafor",
    "Petrov"};
constexpr std::array<std::string_view, 8> kCities{
    "Altdorf",
    "Brookfield",
    "Cedarville",
    "Dunmore",
    "Eastham",
    "Fairview",
    "Greenport",
    "Hillside"};
constexpr std::array<std::string_view, 8> kStreets{
    "Birch Lane",
    "Canal Street",
    "Elm Road",
    "Harbour Way",
    "Linden Row",
    "Mill Street",
    "Oak Alley",
    "Park Avenue"};
constexpr std::array<std::string_view, 16> kWords{
    "amber",
    "basin",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "haven",
    "inlet",
    "juniper",
    "kernel",
    "lagoon",
    "meadow",
    "nectar",
    "orbit",
    "prairie"};

std::uint64_t word_at(std::string_view bytes, std::size_t at) {
    std::uint64_t word = 0;
    for (std::size_t i = at; i < at + sizeof(word); ++i) {
        word = word << 8U | static_cast<unsigned char>(bytes[i]);
    }
    return word;
}

std::string keyed_digest(std::string_view key, std::string_view bytes) {
    const signing::Digest digest = signing::Hmac(key).of(bytes);
    return {digest.begin(), digest.end()};
}

// Pseudo-random numbers that depend only on a seed and a value.
class Draws {
public:
    Draws(std::string_view seed, std::string_view bytes)
        : digest_(keyed_digest(seed, bytes)), state_(word_at(digest_, 0)) {}

    std::uint64_t next() {
        state_ = engine::mix(state_);
        return state_;
    }

    template <class Texts>
    std::string_view one_of(const Texts& texts) {
        return texts[next() % texts.size()];
    }

    std::string digits(std::size_t count) {
        std::string text;
        while (text.size() < count) text.push_back(static_cast<char>('0' + next() % 10));
        return text;
    }

    // Returns digits that identify the value.
    std::string mark(std::size_t digits) {
        std::string text;
        protocol::append_hex(text, word_at(digest_, sizeof(std::uint64_t)), kWordDigits);
        return text.substr(0, digits);
    }

private:
    const std::string digest_;
    std::uint64_t state_;
};

std::string capital(std::string_view word) {
    std::string text(word);
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string lower(std::string_view name) {
    std::string text(name);
    text.front() = static_cast<char>(text.front() - 'A' + 'a');
    return text;
}

std::string sentence(Draws& draws) {
    constexpr std::size_t kSentenceWords = 7;
    std::string text = capital(draws.one_of(kWords));
    for (std::size_t i = 1; i < kSentenceWords; ++i) text.append(" ").append(draws.one_of(kWords));
    return text + ".";
}

}  // namespace

std::string hashed_bytes(std::string_view key, std::string_view bytes) {
    return keyed_digest(key, bytes).substr(0, kHashBytes);
}

std::string hashed_text(std::string_view key, std::string_view bytes) {
    const std::string digest = hashed_bytes(key, bytes);
    std::string text;
    protocol::append_hex(text, word_at(digest, 0), kWordDigits);
    protocol::append_hex(text, word_at(digest, sizeof(std::uint64_t)), kWordDigits);
    return text;
}

std::string hashed_number(std::string_view key, std::string_view bytes) {
    constexpr std::uint64_t kLeast = 100'000'000'000'000;
    return std::to_string(kLeast + word_at(hashed_bytes(key, bytes), 0) % (9 * kLeast));
}

std::string masked_text(std::string_view text, std::size_t kept) {
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    std::size_t left = static_cast<std::size_t>(std::ranges::count_if(text, begins));
    std::string masked;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (begins(text[at]) && left-- <= kept) return masked.append(text.substr(at));
        if (begins(text[at])) masked.push_back('*');
    }
    return masked;
}

std::string masked_number(std::string_view text) {
    std::string masked(text);
    for (char& c : masked) {
        if (c == 'e' || c == 'E') break;
        if (c >= '0' && c <= '9') c = '1';
    }
    return masked;
}

std::string fake_text(FakeKind kind, std::string_view seed, std::string_view bytes) {
    Draws draws(seed, bytes);
    const std::string first(draws.one_of(kFirstNames));
    const std::string last(draws.one_of(kLastNames));
    switch (kind) {
        case FakeKind::Address: {
            const std::string house = std::to_string(1 + draws.next() % 200);
            const std::string street(draws.one_of(kStreets));
            return house + " " + street + ", " + std::string(draws.one_of(kCities));
        }
        case FakeKind::City: return std::string(draws.one_of(kCities));
        case FakeKind::Company: return last + " " + capital(draws.one_of(kWords)) + " Ltd";
        case FakeKind::Email:
            return lower(first) + "." + lower(last) + "." + draws.mark(12) + "@example.com";
        case FakeKind::FirstName: return first;
        case FakeKind::LastName: return last;
        case FakeKind::Name: return first + " " + last;
        case FakeKind::Phone: return "+1555" + draws.digits(7);
        case FakeKind::Sentence: return sentence(draws);
        case FakeKind::Uuid: {
            const std::string digest = hashed_bytes(seed, bytes);
            return engine::uuid_text(word_at(digest, 0), word_at(digest, sizeof(std::uint64_t)));
        }
        case FakeKind::Word: return std::string(draws.one_of(kWords));
    }
    return {};
}

std::string fake_number(std::string_view text, std::string_view seed, std::string_view bytes) {
    const bool is_negative = text.starts_with('-');
    if (is_negative) text.remove_prefix(1);
    const std::size_t digits = std::min(text.find('.'), text.size());
    Draws draws(seed, bytes);
    std::string number = std::to_string(1 + draws.next() % 9);
    constexpr std::size_t kMostDigits = 38;
    number += draws.digits(std::min(digits, kMostDigits) - 1);
    return is_negative ? "-" + number : number;
}

std::string fake_bytes(std::string_view seed, std::string_view bytes) {
    Draws draws(seed, bytes);
    std::string fake(bytes);
    for (char& byte : fake) byte = static_cast<char>(draws.next() % 256);
    return fake;
}

}  // namespace stator::tools::anonymise
