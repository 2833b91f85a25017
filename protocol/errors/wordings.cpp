#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {

std::string fill_slots(std::string_view text, std::initializer_list<std::string_view> values) {
    std::string filled;
    std::size_t at = 0;
    while (at < text.size()) {
        if (!is_slot(text, at)) {
            filled.push_back(text[at++]);
            continue;
        }
        const auto slot = static_cast<std::size_t>(text[at + 1] - '0');
        if (slot < values.size()) filled.append(values.begin()[slot]);
        at += 3;
    }
    return filled;
}

}  // namespace stator::protocol::errors
