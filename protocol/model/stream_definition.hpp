// The text in which a stream and its shards are persisted. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/model/stream.hpp"

namespace stator::protocol::model {

std::string encode_stream_definition(const StreamDescription& stream);

// Nothing when the text is not a stream definition.
std::optional<StreamDescription> decode_stream_definition(std::string text);

}  // namespace stator::protocol::model
