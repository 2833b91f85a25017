// GzipWriter: gzip's fastest level, of text that comes piece by piece; memory stays the same. A
// short text is one member, as AWS writes it; of a long one each megabyte is, and readers of gzip
// put them together. libdeflate, which takes less than half of the time that zlib does, knows no
// longer ones.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct libdeflate_compressor;

namespace stator::engine::transfer {

class GzipWriter {
public:
    GzipWriter();
    ~GzipWriter();
    GzipWriter(const GzipWriter&) = delete;
    GzipWriter& operator=(const GzipWriter&) = delete;

    // Appends to `out` what is ready of the members.
    void add(std::string_view text, std::string& out);
    // Appends the rest. The last call.
    void finish(std::string& out);

private:
    struct Free {
        void operator()(libdeflate_compressor* compressor) const;
    };

    void append_member(std::string& out);

    const std::unique_ptr<libdeflate_compressor, Free> compressor_;
    std::string text_;  // of the next member
    bool has_members_ = false;
};

}  // namespace stator::engine::transfer
