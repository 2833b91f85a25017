// Reads a few elements of an S3 server's XML by their names. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/transfer/object_store.hpp"

namespace stator::emulator::integrations::s3 {

// The unescaped text in the first element with that name; nullopt if there is none.
std::optional<std::string> element_text(std::string_view xml, std::string_view name);

struct ListReply {
    std::vector<engine::transfer::ObjectInfo> objects;
    std::string continuation = {};  // "" on the last page
};

// Reads a reply to ListObjectsV2. The request must have asked for URL-encoded keys.
ListReply read_list_reply(std::string_view xml);

}  // namespace stator::emulator::integrations::s3
