#include "protocol/errors/text.hpp"

#include <string>
#include <utility>

namespace stator::protocol::errors {
namespace {

// Where the gap that begins at a brace ends, or npos where none begins.
std::size_t gap_end(std::string_view words, std::size_t brace) {
    constexpr std::string_view kNameLetters = "abcdefghijklmnopqrstuvwxyz_";
    const std::size_t end = words.find_first_not_of(kNameLetters, brace + 1);
    const bool is_gap = end != std::string_view::npos && end > brace + 1 && words[end] == '}';
    return is_gap ? end + 1 : std::string_view::npos;
}

}  // namespace

ApiError filled(
    ErrorType type, std::string_view words, std::initializer_list<std::string_view> fillings
) {
    std::string message;
    std::size_t copied = 0;
    std::size_t search = 0;
    for (const std::string_view filling : fillings) {
        std::size_t brace = words.find('{', search);
        while (gap_end(words, brace) == std::string_view::npos) brace = words.find('{', brace + 1);
        message.append(words.substr(copied, brace - copied)).append(filling);
        copied = search = gap_end(words, brace);
    }
    message.append(words.substr(copied));
    return {type, std::move(message)};
}

}  // namespace stator::protocol::errors
