#include "emulator/admin/guard/token.hpp"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace stator::emulator::admin::guard {

std::string new_token() {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    static_assert(kDigits.size() == 64);
    std::array<unsigned char, 32> chance{};
    if (RAND_bytes(chance.data(), chance.size()) != 1) {
        throw std::runtime_error("the machine has no randomness for a token");
    }
    std::string token;
    for (const unsigned char byte : chance) token.push_back(kDigits[byte % kDigits.size()]);
    return token;
}

bool is_token(const std::string& text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

Accepted<std::string> read_token(const std::string& file_name) {
    std::ifstream file(file_name);
    std::string token;
    if (!std::getline(file, token)) {
        return Refusal{
            "the file " + file_name +
            " has no token: give --admin-token-file one that can be read, with the token in its "
            "first line."};
    }
    if (token.ends_with('\r')) token.pop_back();
    if (is_token(token)) {
        return Accepted<std::string>(boost::system::in_place_value, std::move(token));
    }
    return Refusal{
        "the first line of " + file_name +
        " cannot be a token: write one of printable characters without blanks."};
}

}  // namespace stator::emulator::admin::guard
