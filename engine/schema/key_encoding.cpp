#include "engine/schema/key_encoding.hpp"

namespace stator::engine::schema {

void append_key_prefix(std::string& out, std::string_view prefix) {
    for (const char c : prefix) {
        out.push_back(c);
        if (c == '\0') out.push_back('\xFF');
    }
}

void append_key_part(std::string& out, std::string_view part) {
    append_key_prefix(out, part);
    out.push_back('\0');
    out.push_back('\1');
}

std::string prefix_successor(std::string_view prefix) {
    std::string successor(prefix);
    while (!successor.empty()) {
        const auto last = static_cast<unsigned char>(successor.back());
        if (last < 0xFF) {
            successor.back() = static_cast<char>(last + 1);
            return successor;
        }
        successor.pop_back();
    }
    return successor;
}

}  // namespace stator::engine::schema
