// GzipWriter: one gzip member, made of text that comes piece by piece; memory stays the same.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stator::engine::transfer {

class GzipWriter {
public:
    GzipWriter();
    ~GzipWriter();
    GzipWriter(const GzipWriter&) = delete;
    GzipWriter& operator=(const GzipWriter&) = delete;

    // Appends to `out` what is ready of the member.
    void add(std::string_view text, std::string& out);
    // Appends the rest. The last call.
    void finish(std::string& out);

private:
    struct Stream;

    void deflate(std::string_view text, bool is_last, std::string& out);

    const std::unique_ptr<Stream> stream_;
    std::uint32_t checksum_ = 0;
    std::uint64_t bytes_ = 0;
    bool has_begun_ = false;
};

}  // namespace stator::engine::transfer
