#include "protocol/errors/text.hpp"

#include <string>
#include <utility>

namespace stator::protocol::errors {

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
