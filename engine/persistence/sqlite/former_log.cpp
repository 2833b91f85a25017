#include "engine/persistence/sqlite/former_log.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace stator::engine::persistence::sqlite {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> content_of(const std::string& path) {
    // SQLite creates an empty log when it reads.
    if (!fs::exists(path) || fs::is_empty(path)) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file.bad() && content.size() == fs::file_size(path)) return content;
    throw std::system_error(EIO, std::generic_category(), path);
}

}  // namespace

FormerLog::FormerLog(std::string path) : path_(std::move(path)), content_(content_of(path_)) {}

void FormerLog::restore() const {
    std::error_code error;
    if (!content_) {
        fs::remove(path_, error);
        return;
    }
    const std::string present = content_of(path_).value_or("");
    if (present == *content_) return;
    // SQLite overwrites the bytes after the last valid change.
    const auto [same, end] =
        std::mismatch(content_->begin(), content_->end(), present.begin(), present.end());
    if (same != content_->end()) {
        std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(same - content_->begin());
        file.write(&*same, content_->end() - same);
        if (!file.flush()) return;
    }
    fs::resize_file(path_, content_->size(), error);
}

}  // namespace stator::engine::persistence::sqlite
