#include "emulator/http/compression.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::http {
namespace {

std::string negotiated(std::string_view accept_encoding) {
    const auto codec = negotiate_codec(accept_encoding);
    return codec ? std::string(codec_name(*codec)) : "none";
}

// AWS: [case wire/compressed_response]
TEST(Compression, NegotiatesLikeDynamoDb) {
    const std::vector<std::pair<const char*, const char*>> cases = {
        {"", "none"},
        {"gzip", "gzip"},
        {"deflate", "deflate"},
        {"identity", "none"},
        {"br", "none"},
        {"zstd", "none"},
        {"compress", "none"},
        {"x-gzip", "none"},
        {"gzip, deflate", "gzip"},
        {"br, identity, deflate, gzip", "deflate"},
        {"GZIP, identity", "gzip"},
        {"dog, gzip ,, cat", "gzip"},
        {"gzip;q=0.8, deflate;q=0.5", "gzip"},
        {"br, gzip;q=0, deflate; q = 0.5 , identity;q=0", "deflate"},
        {"*", "gzip"},
        {"*, deflate;q=0.5", "gzip"},
        {"*, deflate", "deflate"},
        {"*, identity", "gzip"},
        {"*, gzip;q=0.5", "deflate"},
        {"gzip;q=0, *", "deflate"},
        {"gzip;q=0", "none"},
        {"gzip ;q=0", "none"},
        {"gzip;q= 0", "none"},
        {"gzip;q =0", "gzip"},
        {"identity;q=0", "none"},
        {"*;q=0", "none"},
        {"*;q=0.5,identity", "gzip"},
        {"gzip;q=0.5,identity;q=0.8", "gzip"},
        {"br;q=0.8,identity;q=0.5,*;q=0", "none"},
        {"\"gzip\"", "none"},
        {"gzip br", "none"},
        {"gzip:q=1", "none"},
        {"deflate;q=0.5, gzip;q=31", "gzip"},
        {"gzip;q=31,deflate;q=51", "gzip"},
        {"deflate;q=0.5, gzip;q=0.2", "deflate"},
        {"deflate;q=0.5, gzip;q=1;q=0.2", "gzip"},
        {"deflate;q=0.5,gzip;q=0.", "deflate"},
        {"deflate;q=0.5,gzip;q=0.x", "gzip"},
        {"deflate;q=-0.5,gzip;q=0.2", "gzip"},
        {"gzip;q=-1", "none"},
        {"gzip;nq=1;q=0 ", "gzip"},
        {"gzip;nq=0", "none"},
        {"gzip;nq=0;q=1", "none"},
        {"gzip;q=0, gzip;q=1, gzip;q=0", "gzip"},
        {"br,identity;q=0.5,gzip;q=0.0001", "gzip"},
    };
    for (const auto& [header, expected] : cases) EXPECT_EQ(negotiated(header), expected) << header;
}

constexpr std::size_t kLimit = 1'000'000;

std::string mixed_text() {
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += std::to_string(i * i % 977);
    return text;
}

TEST(Compression, RestoresItsOwnOutput) {
    for (const std::string& text : {std::string("x"), std::string(900'000, 'a'), mixed_text()}) {
        std::string gzip = compress(Codec::Gzip, text);
        EXPECT_EQ(decompress("GZip", kLimit, gzip), std::nullopt);
        EXPECT_EQ(gzip, text);
        std::string deflate = compress(Codec::Deflate, text);
        EXPECT_EQ(decompress("deflate", kLimit, deflate), std::nullopt);
        EXPECT_EQ(deflate, text);
    }
}

TEST(Compression, ReadsSeveralMembersAndIgnoresJunk) {
    std::string body = compress(Codec::Gzip, "one ") + compress(Codec::Gzip, "two") + "junk";
    EXPECT_EQ(decompress("gzip", kLimit, body), std::nullopt);
    EXPECT_EQ(body, "one two");
}

// The work is proportional to the output plus the number of members, not to their product.
TEST(Compression, ReadsVeryManyMembers) {
    constexpr std::size_t kMembers = 10'000;
    const std::string empty = compress(Codec::Gzip, "");
    const std::string letter = compress(Codec::Gzip, "x");
    std::string body;
    for (std::size_t i = 0; i < kMembers; ++i) body += i % 2 == 0 ? empty : letter;
    EXPECT_EQ(decompress("gzip", kMembers, body), std::nullopt);
    EXPECT_EQ(body, std::string(kMembers / 2, 'x'));
    std::string more;
    for (std::size_t i = 0; i <= kMembers; ++i) more += empty;
    EXPECT_EQ(decompress("gzip", kMembers, more), DecompressionFailure::TooLarge);
}

TEST(Compression, RejectsCorruptOrUnknownCompression) {
    const std::string good = compress(Codec::Gzip, "some text");
    const std::vector<std::pair<const char*, std::string>> corrupt = {
        {"gzip", ""},
        {"deflate", ""},
        {"gzip", "{}"},
        {"deflate", good},
        {"gzip", good.substr(0, good.size() - 1)},
        {"gzip", good + good.substr(0, good.size() - 1)},
    };
    for (auto [encoding, body] : corrupt) {
        EXPECT_EQ(decompress(encoding, kLimit, body), DecompressionFailure::Corrupt);
    }
    for (const char* encoding : {"br", "zstd", "identity", "gzip, deflate", "repeated"}) {
        std::string body = good;
        EXPECT_EQ(decompress(encoding, kLimit, body), DecompressionFailure::UnknownEncoding);
    }
}

TEST(Compression, LimitsTheOutput) {
    std::string exact = compress(Codec::Gzip, std::string(kLimit, 'x'));
    EXPECT_EQ(decompress("gzip", kLimit, exact), std::nullopt);
    EXPECT_EQ(exact.size(), kLimit);
    std::string above = compress(Codec::Gzip, std::string(kLimit + 1, 'x'));
    EXPECT_EQ(decompress("gzip", kLimit, above), DecompressionFailure::TooLarge);
    std::string twice =
        compress(Codec::Gzip, std::string(kLimit, 'x')) + compress(Codec::Gzip, "x");
    EXPECT_EQ(decompress("gzip", kLimit, twice), DecompressionFailure::TooLarge);
}

}  // namespace
}  // namespace stator::emulator::http
