// A limit as two bytes, then bytes: taken for a compressed body, compressed and decompressed again,
// and read as an Accept-Encoding header. The output never exceeds the limit.
#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/http/compression.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using emulator::http::Codec;
using emulator::http::DecompressionFailure;

std::optional<DecompressionFailure> decompress(
    Codec codec, std::size_t limit, std::string_view compressed, std::string& body
) {
    body = compressed;
    const auto failure = emulator::http::decompress(emulator::http::codec_name(codec), limit, body);
    if (failure) require(body == compressed, "a failure leaves the body alone");
    if (!failure) require(body.size() <= limit, "within the limit");
    return failure;
}

// If a body decompresses at all, it does so at every limit that has room for it, and at no other.
void check_hostile(Codec codec, std::size_t limit, std::string_view bytes) {
    std::string body;
    const auto failure = decompress(codec, limit, bytes, body);
    if (failure) {
        require(failure != DecompressionFailure::UnknownEncoding, "the encoding is known");
        return;
    }
    std::string again;
    require(!decompress(codec, body.size(), bytes, again) && again == body, "just room enough");
    require(!decompress(codec, limit * 3 + 1, bytes, again) && again == body, "room to spare");
    if (body.empty()) return;
    require(
        decompress(codec, body.size() - 1, bytes, again) == DecompressionFailure::TooLarge,
        "no room"
    );
}

void check_round_trip(Codec codec, std::string_view body) {
    const std::string compressed = emulator::http::compress(codec, body);
    std::string again;
    require(!decompress(codec, body.size(), compressed, again), "decompresses");
    require(again == body, "round trip");
    if (!body.empty()) {
        const auto failure = decompress(codec, body.size() - 1, compressed, again);
        require(failure == DecompressionFailure::TooLarge, "a bomb");
    }
    // Corrupt, or too large if the missing byte is read as more output.
    const std::string_view cut = std::string_view(compressed).substr(0, compressed.size() - 1);
    require(decompress(codec, body.size(), cut, again).has_value(), "cut");
    if (codec != Codec::Gzip) return;
    const std::string twice = compressed + compressed;
    require(!decompress(codec, body.size() * 2, twice, again), "two members");
    require(again == std::string(body) + std::string(body), "two members");
}

void check_negotiation(std::string_view header) {
    const auto codec = emulator::http::negotiate_codec(header);
    std::string other(header);
    for (char& c : other) {
        // The "q" of the weight must be lower case.
        if (c != 'q' && c != 'Q')
            c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    const bool has_number_words =
        other.find("NAN") != std::string::npos || other.find("INF") != std::string::npos;
    if (!has_number_words) require(emulator::http::negotiate_codec(other) == codec, "case", header);
    other = std::string(header) + ",identity,br;q=1";
    require(emulator::http::negotiate_codec(other) == codec, "unknown codecs", header);
    other = "\t" + std::string(header) + " ";
    require(emulator::http::negotiate_codec(other) == codec, "blanks", header);
    if (codec) require(!emulator::http::codec_name(*codec).empty(), "a codec has a name");
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(compression) {
    using namespace stator::fuzz;
    if (size < 2) return 0;
    const std::size_t limit = data[0] | static_cast<std::size_t>(data[1]) << 8;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    for (const Codec codec : {Codec::Gzip, Codec::Deflate}) {
        check_hostile(codec, limit, bytes);
        check_round_trip(codec, bytes);
    }
    check_negotiation(bytes);
    return 0;
}
