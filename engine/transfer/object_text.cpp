#include "engine/transfer/object_text.hpp"

#include <zlib.h>
#include <zstd.h>

#include <new>
#include <string_view>

#include "protocol/base/result.hpp"

namespace stator::engine::transfer {
namespace {

constexpr std::size_t kTextPieceBytes = std::size_t{64} << 10U;

StoreError damaged(std::string_view what) {
    return {StoreFault::Damaged, "the object is " + std::string(what)};
}

}  // namespace

class ObjectText::Codec {
public:
    virtual ~Codec() = default;
    // Appends the decompressed input to `out`. False if the input is not in this format.
    virtual bool add(std::string_view input, std::string& out) = 0;
    // True if the input may end here.
    virtual bool is_whole() const = 0;
};

namespace {

// A gzip file may consist of several members.
class GzipCodec final : public ObjectText::Codec {
public:
    GzipCodec() {
        constexpr int kGzipWindow = 15 + 16;
        if (inflateInit2(&zlib_, kGzipWindow) != Z_OK) throw std::bad_alloc();
    }

    ~GzipCodec() override { inflateEnd(&zlib_); }

    GzipCodec(const GzipCodec&) = delete;
    GzipCodec& operator=(const GzipCodec&) = delete;

    bool add(std::string_view input, std::string& out) override {
        // zlib does not write to its input.
        zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
        zlib_.avail_in = static_cast<uInt>(input.size());
        do {
            if (is_whole_ && zlib_.avail_in == 0) return true;
            if (is_whole_) inflateReset(&zlib_);
            is_whole_ = false;
            const std::size_t size = out.size();
            out.resize(size + kTextPieceBytes);
            zlib_.next_out = reinterpret_cast<Bytef*>(out.data() + size);
            zlib_.avail_out = kTextPieceBytes;
            const int result = inflate(&zlib_, Z_NO_FLUSH);
            out.resize(size + kTextPieceBytes - zlib_.avail_out);
            is_whole_ = result == Z_STREAM_END;
            if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) return false;
            if (result == Z_BUF_ERROR) return true;
        } while (zlib_.avail_in > 0 || zlib_.avail_out == 0);
        return true;
    }

    bool is_whole() const override { return is_whole_; }

private:
    z_stream zlib_{};
    bool is_whole_ = true;
};

class ZstdCodec final : public ObjectText::Codec {
public:
    ZstdCodec() : stream_(ZSTD_createDStream()) {
        if (stream_ == nullptr) throw std::bad_alloc();
    }

    bool add(std::string_view input, std::string& out) override {
        ZSTD_inBuffer from{input.data(), input.size(), 0};
        bool is_full = false;
        while (from.pos < from.size || is_full) {
            const std::size_t size = out.size();
            out.resize(size + kTextPieceBytes);
            ZSTD_outBuffer to{out.data() + size, kTextPieceBytes, 0};
            const std::size_t left = ZSTD_decompressStream(stream_.get(), &to, &from);
            out.resize(size + to.pos);
            if (ZSTD_isError(left) != 0) return false;
            is_whole_ = left == 0;
            is_full = to.pos == to.size && left != 0;
        }
        return true;
    }

    bool is_whole() const override { return is_whole_; }

private:
    struct Free {
        void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
    };

    const std::unique_ptr<ZSTD_DStream, Free> stream_;
    bool is_whole_ = true;
};

// Returns null for uncompressed objects.
std::unique_ptr<ObjectText::Codec> codec_for(protocol::formats::transfer::Compression compression) {
    switch (compression) {
        case protocol::formats::transfer::Compression::None: break;
        case protocol::formats::transfer::Compression::Gzip: return std::make_unique<GzipCodec>();
        case protocol::formats::transfer::Compression::Zstd: return std::make_unique<ZstdCodec>();
    }
    return nullptr;
}

}  // namespace

ObjectText::ObjectText(
    std::unique_ptr<ObjectReader> reader, protocol::formats::transfer::Compression compression
)
    : reader_(std::move(reader)), codec_(codec_for(compression)), input_(kTextPieceBytes, '\0') {}

ObjectText::~ObjectText() = default;

Stored<std::string_view> ObjectText::next() {
    piece_.clear();
    while (piece_.empty() && !is_at_end_) {
        STATOR_TRY(const std::size_t got, reader_->read(input_));
        is_at_end_ = got == 0;
        input_bytes_ += static_cast<std::int64_t>(got);
        if (codec_ == nullptr) return std::string_view(input_).substr(0, got);
        if (is_at_end_ && !codec_->is_whole()) return damaged("cut off");
        if (!codec_->add(std::string_view(input_).substr(0, got), piece_)) {
            return damaged("not compressed as it was said");
        }
    }
    return std::string_view(piece_);
}

}  // namespace stator::engine::transfer
