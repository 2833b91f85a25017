#include "conformance/http/gzip.hpp"

#include <libdeflate.h>

#include <memory>

namespace stator::conformance {
namespace {

constexpr int kLevel = 6;
constexpr std::size_t kBytesMax = std::size_t{1} << 30U;

struct Deleter {
    void operator()(libdeflate_compressor* c) const { libdeflate_free_compressor(c); }

    void operator()(libdeflate_decompressor* d) const { libdeflate_free_decompressor(d); }
};

}  // namespace

std::string gzip(std::string_view bytes) {
    const std::unique_ptr<libdeflate_compressor, Deleter> compressor(
        libdeflate_alloc_compressor(kLevel)
    );
    std::string result(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()), '\0');
    result.resize(libdeflate_gzip_compress(
        compressor.get(), bytes.data(), bytes.size(), result.data(), result.size()
    ));
    return result;
}

std::optional<std::string> gunzip(std::string_view bytes) {
    const std::unique_ptr<libdeflate_decompressor, Deleter> decompressor(
        libdeflate_alloc_decompressor()
    );
    for (std::size_t size = 4096 + bytes.size() * 4; size <= kBytesMax; size *= 4) {
        std::string result(size, '\0');
        std::size_t written = 0;
        const libdeflate_result outcome = libdeflate_gzip_decompress(
            decompressor.get(), bytes.data(), bytes.size(), result.data(), size, &written
        );
        if (outcome == LIBDEFLATE_INSUFFICIENT_SPACE) continue;
        if (outcome != LIBDEFLATE_SUCCESS) return std::nullopt;
        result.resize(written);
        return result;
    }
    return std::nullopt;
}

std::uint32_t crc32_of(std::string_view bytes) {
    return libdeflate_crc32(0, bytes.data(), bytes.size());
}

}  // namespace stator::conformance
