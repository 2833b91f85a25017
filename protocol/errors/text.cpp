#include "protocol/errors/text.hpp"

#include "protocol/base/time_text.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::errors {
namespace {

template <class Piece>
std::string joined_texts(std::span<const Piece> texts, std::string_view separator) {
    std::string all;
    for (const Piece& text : texts) {
        if (&text != texts.data()) all.append(separator);
        all.append(text);
    }
    return all;
}

}  // namespace

std::string in_gap(values::AttributeValueView value) {
    std::string text = "AttributeValue: {";
    text.append(values::type_name(value.type())).append(":");
    if (value.type() == values::AttributeType::Number) {
        values::append_number_text(value.scalar(), text);
    } else if (value.type() == values::AttributeType::Binary) {
        text.append(values::base64_text(value.scalar()));
    } else {
        text.append(value.scalar());
    }
    return text.append("}");
}

std::string in_gap(const values::TextPosition& position) {
    std::string text = std::to_string(position.line);
    text.append(":").append(std::to_string(position.column));
    return text.append(":").append(std::to_string(position.length));
}

std::string in_gap(Instant moment) {
    constexpr std::string_view kWholeSecond = ".000";
    std::string text = utc_text(moment);
    if (text.ends_with(kWholeSecond)) text.resize(text.size() - kWholeSecond.size());
    return text.append("Z");
}

std::string in_gap(std::span<const std::string> texts) {
    return joined(texts, ", ");
}

std::string in_gap(std::span<const std::string_view> texts) {
    return joined_texts(texts, ", ");
}

std::string joined(std::span<const std::string> texts, std::string_view separator) {
    return joined_texts(texts, separator);
}

ApiError filled(
    ErrorType type,
    ErrorCause cause,
    std::string_view words,
    std::initializer_list<std::string_view> fillings
) {
    ApiError error{.type = type, .message = {}, .cause = cause};
    std::size_t copied = 0;
    std::size_t search = 0;
    for (const std::string_view filling : fillings) {
        std::size_t brace = words.find('{', search);
        while (gap_end(words, brace) == std::string_view::npos) brace = words.find('{', brace + 1);
        error.message.append(words.substr(copied, brace - copied)).append(filling);
        copied = search = gap_end(words, brace);
    }
    error.message.append(words.substr(copied));
    return error;
}

}  // namespace stator::protocol::errors
