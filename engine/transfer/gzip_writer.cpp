#include "engine/transfer/gzip_writer.hpp"

#include <zlib.h>

#include <array>
#include <new>

namespace stator::engine::transfer {
namespace {

using namespace std::string_view_literals;

// AWS: no time, no hint of the level, no system. [spec-formats: captured 2022, 2024, 2026]
constexpr std::string_view kHeader = "\x1f\x8b\x08\0\0\0\0\0\0\xff"sv;
constexpr int kRawWindow = -15;  // without zlib's own header
constexpr int kMemoryLevel = 8;
constexpr std::size_t kPieceBytes = std::size_t{64} << 10U;

void append_little_endian(std::string& out, std::uint32_t number) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        out.push_back(static_cast<char>(static_cast<unsigned char>(number >> shift)));
    }
}

}  // namespace

struct GzipWriter::Stream {
    z_stream zlib{};
    std::array<char, kPieceBytes> piece{};
};

GzipWriter::GzipWriter() : stream_(std::make_unique<Stream>()) {
    const int begun = deflateInit2(
        &stream_->zlib, Z_BEST_SPEED, Z_DEFLATED, kRawWindow, kMemoryLevel, Z_DEFAULT_STRATEGY
    );
    if (begun != Z_OK) throw std::bad_alloc();
}

GzipWriter::~GzipWriter() {
    deflateEnd(&stream_->zlib);
}

void GzipWriter::add(std::string_view text, std::string& out) {
    const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
    checksum_ = static_cast<std::uint32_t>(crc32_z(checksum_, bytes, text.size()));
    bytes_ += text.size();
    deflate(text, false, out);
}

void GzipWriter::finish(std::string& out) {
    deflate({}, true, out);
    append_little_endian(out, checksum_);
    append_little_endian(out, static_cast<std::uint32_t>(bytes_));
}

void GzipWriter::deflate(std::string_view text, bool is_last, std::string& out) {
    if (!has_begun_) out.append(kHeader);
    has_begun_ = true;
    z_stream& zlib = stream_->zlib;
    // zlib does not write to what it reads.
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    zlib.avail_in = static_cast<uInt>(text.size());
    do {
        zlib.next_out = reinterpret_cast<Bytef*>(stream_->piece.data());
        zlib.avail_out = kPieceBytes;
        ::deflate(&zlib, is_last ? Z_FINISH : Z_NO_FLUSH);
        out.append(stream_->piece.data(), kPieceBytes - zlib.avail_out);
    } while (zlib.avail_out == 0);
}

}  // namespace stator::engine::transfer
