#include "engine/transfer/gzip_writer.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "engine/transfer/object_text.hpp"

namespace stator::engine::transfer {
namespace {

class TextReader final : public ObjectReader {
public:
    explicit TextReader(std::string text) : text_(std::move(text)) {}

    Stored<std::size_t> read(std::span<char> buffer) override {
        const std::size_t count = std::min(buffer.size(), text_.size() - at_);
        text_.copy(buffer.data(), count, at_);
        at_ += count;
        return count;
    }

private:
    const std::string text_;
    std::size_t at_ = 0;
};

std::string unpacked(const std::string& packed) {
    ObjectText reader(
        std::make_unique<TextReader>(packed), protocol::formats::transfer::Compression::Gzip
    );
    std::string text;
    for (;;) {
        const auto piece = reader.next();
        if (piece.has_error()) return "damaged: " + piece.error().detail;
        if (piece->empty()) return text;
        text.append(*piece);
    }
}

TEST(GzipWriter, WritesAShortTextLikeAws) {
    GzipWriter writer;
    std::string packed;
    writer.add("a line\n", packed);
    writer.add("another line\n", packed);
    EXPECT_EQ(packed, "");
    writer.finish(packed);
    using namespace std::string_view_literals;
    EXPECT_EQ(packed.substr(0, 10), "\x1f\x8b\x08\0\0\0\0\0\0\xff"sv);
    EXPECT_EQ(unpacked(packed), "a line\nanother line\n");
}

TEST(GzipWriter, WritesNothingAsAnEmptyMember) {
    GzipWriter writer;
    std::string packed;
    writer.finish(packed);
    EXPECT_FALSE(packed.empty());
    EXPECT_EQ(unpacked(packed), "");
}

TEST(GzipWriter, WritesALongTextInPieces) {
    GzipWriter writer;
    std::string text;
    std::string packed;
    for (std::int64_t number = 0; text.size() < 5'000'000; ++number) {
        const std::string line = "line " + std::to_string(number * 7'919) + "\n";
        text.append(line);
        writer.add(line, packed);
    }
    // Output is not held back until the end.
    EXPECT_GT(packed.size(), 100'000U);
    writer.finish(packed);
    EXPECT_LT(packed.size(), text.size() / 2);
    EXPECT_EQ(unpacked(packed), text);
}

std::string packed_by(std::size_t threads, const std::string& text) {
    GzipWriter writer(threads);
    std::string packed;
    writer.add(text, packed);
    writer.finish(packed);
    return packed;
}

TEST(GzipWriter, EndsAtTheEndOfAMember) {
    const std::string text(std::size_t{1} << 20U, 'x');
    EXPECT_EQ(packed_by(1, text + text), packed_by(1, text) + packed_by(1, text));
}

TEST(GzipWriter, WritesTheSameBytesWithAnyNumberOfThreads) {
    std::string text;
    for (std::int64_t number = 0; text.size() < 9'500'000; ++number) {
        text.append("line ").append(std::to_string(number * 7'919)).append("\n");
    }
    const std::string packed = packed_by(1, text);
    EXPECT_EQ(unpacked(packed), text);
    EXPECT_EQ(packed_by(0, text), packed);
    EXPECT_EQ(packed_by(3, text), packed);
}

// The destructor waits for the compression in progress. Otherwise a sanitizer would report a write
// to freed memory.
TEST(GzipWriter, CanBeDestroyedInTheMiddle) {
    std::string packed;
    {
        GzipWriter writer(2);
        writer.add(std::string(std::size_t{5} << 20U, 'x'), packed);
    }
    EXPECT_FALSE(packed.empty());
}

}  // namespace
}  // namespace stator::engine::transfer
