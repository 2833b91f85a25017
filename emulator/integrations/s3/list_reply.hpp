// What is read of an S3 server's XML: a few elements, found by their names. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/transfer/object_store.hpp"

namespace stator::emulator::integrations::s3 {

// The text in the first element of that name, without escapes; nothing when there is none.
std::optional<std::string> element_text(std::string_view xml, std::string_view name);

struct ListReply {
    std::vector<engine::transfer::ObjectInfo> objects;
    std::string continuation = {};  // "" on the last page
};

// A reply to ListObjectsV2 that was asked for keys encoded as in a URL.
ListReply read_list_reply(std::string_view xml);

}  // namespace stator::emulator::integrations::s3
