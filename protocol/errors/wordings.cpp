#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {
namespace {

constexpr bool every_message_is_pinned_once() {
    for (unsigned char index = 0; index < static_cast<unsigned char>(Message::Count); ++index) {
        const auto message = static_cast<Message>(index);
        if (said_count(message, values::Dialect::Current) != 1) return false;
        if (said_count(message, values::Dialect::Older) != 1) return false;
    }
    return true;
}

static_assert(every_message_is_pinned_once(), "one pinned row a message and dialect");

}  // namespace

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
