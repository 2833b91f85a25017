#include "engine/transfer/gzip_writer.hpp"

#include <libdeflate.h>

#include <new>

namespace stator::engine::transfer {
namespace {

constexpr int kFastestLevel = 1;
constexpr std::size_t kMemberBytes = std::size_t{1} << 20U;
// AWS: an object without a line. [spec-formats: captured 2022, 2024, 2026]
constexpr std::string_view kEmptyMember("\x1f\x8b\x08\0\0\0\0\0\0\xff\3\0\0\0\0\0\0\0\0\0", 20);

}  // namespace

void GzipWriter::Free::operator()(libdeflate_compressor* compressor) const {
    libdeflate_free_compressor(compressor);
}

GzipWriter::GzipWriter() : compressor_(libdeflate_alloc_compressor(kFastestLevel)) {
    if (compressor_ == nullptr) throw std::bad_alloc();
}

GzipWriter::~GzipWriter() = default;

void GzipWriter::add(std::string_view text, std::string& out) {
    while (!text.empty()) {
        const std::string_view piece = text.substr(0, kMemberBytes - text_.size());
        text_.append(piece);
        text.remove_prefix(piece.size());
        if (text_.size() == kMemberBytes) append_member(out);
    }
}

void GzipWriter::finish(std::string& out) {
    if (!text_.empty()) append_member(out);
    if (!has_members_) out.append(kEmptyMember);
}

void GzipWriter::append_member(std::string& out) {
    const std::size_t begin = out.size();
    out.resize(begin + libdeflate_gzip_compress_bound(compressor_.get(), text_.size()));
    const std::size_t bytes = libdeflate_gzip_compress(
        compressor_.get(), text_.data(), text_.size(), out.data() + begin, out.size() - begin
    );
    out.resize(begin + bytes);
    // AWS: no time, no system and, unlike libdeflate, no hint of the level.
    // [spec-formats: captured 2022, 2024, 2026]
    constexpr std::size_t kHintPlace = 8;
    out[begin + kHintPlace] = '\0';
    text_.clear();
    has_members_ = true;
}

}  // namespace stator::engine::transfer
