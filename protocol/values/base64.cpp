#include "protocol/values/base64.hpp"

#include <absl/strings/escaping.h>

namespace stator::protocol::values {

std::string base64_text(std::string_view bytes) {
    return absl::Base64Escape(absl::string_view(bytes.data(), bytes.size()));
}

std::string bytes_of_base64(std::string_view text) {
    std::string bytes;
    absl::Base64Unescape(absl::string_view(text.data(), text.size()), &bytes);
    return bytes;
}

}  // namespace stator::protocol::values
