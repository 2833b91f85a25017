// The persisted form of a stream and its shards: JSON text. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/model/stream.hpp"

namespace stator::protocol::model {

std::string encode_stream_definition(const StreamDescription& stream);

// Returns nullopt if the text is not a stream definition.
std::optional<StreamDescription> decode_stream_definition(std::string text);

}  // namespace stator::protocol::model
