// DynamoDB's interpretation of Accept-Encoding (observed by Alternator's test_compressed_response):
// entries are separated by ','; a name is the text before ';', trimmed, in any case; only gzip,
// deflate and '*' are known. The weight is the text after the first "q=", even if that ends another
// parameter's name: not a number → 1, above 1 → 1, zero or less → not wanted. identity is never
// chosen. If weights are equal, the first entry is chosen, but a named codec takes precedence over
// one that '*' stands for.
#include "emulator/http/compression.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "emulator/base/header_text.hpp"
#include "protocol/base/number_text.hpp"

namespace stator::emulator::http {
namespace {

// The best entry seen for one codec or for '*'.
struct Preference {
    bool is_listed = false;
    double weight = 0;
    std::size_t position = 0;

    void add(double entry_weight, std::size_t entry_position) {
        if (!is_listed || entry_weight > weight) {
            weight = entry_weight;
            position = entry_position;
        }
        is_listed = true;
    }
};

// Returns the weight for the value of "q=…".
double parse_weight(std::string_view text) {
    const double weight = protocol::parse_number<double>(trimmed(text)).value_or(1);
    return weight < 1 ? weight : 1;  // also for "nan"
}

double weight_of(std::string_view parameters) {
    const std::size_t weight = parameters.find("q=");
    if (weight == std::string_view::npos) return 1;
    parameters.remove_prefix(weight + 2);
    return parse_weight(take_until(parameters, ';'));
}

struct FreeCompressor {
    void operator()(libdeflate_compressor* state) const { libdeflate_free_compressor(state); }
};

struct FreeDecompressor {
    void operator()(libdeflate_decompressor* state) const { libdeflate_free_decompressor(state); }
};

libdeflate_compressor* compressor() {
    constexpr int kFastest = 1;
    thread_local const std::unique_ptr<libdeflate_compressor, FreeCompressor> state(
        libdeflate_alloc_compressor(kFastest)
    );
    if (!state) throw std::bad_alloc();
    return state.get();
}

libdeflate_decompressor* decompressor() {
    thread_local const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> state(
        libdeflate_alloc_decompressor()
    );
    if (!state) throw std::bad_alloc();
    return state.get();
}

// The output, at the front of a string that only grows. Otherwise, for a body of very many small
// gzip members, the string would be filled with zeros for each member.
struct Output {
    std::string text = {};
    std::size_t used = 0;
};

// Decodes one gzip member or zlib stream from the front of `input`, and appends the result to
// `out`.
std::optional<DecompressionFailure> decode_stream(
    Codec codec, std::size_t limit, std::string_view& input, Output& out
) {
    constexpr std::size_t kFirstGuess = 4;  // compression ratio; a wrong guess costs a retry
    const auto decode =
        codec == Codec::Gzip ? libdeflate_gzip_decompress_ex : libdeflate_zlib_decompress_ex;
    if (out.text.empty()) out.text.resize(std::min(limit, input.size() * kFirstGuess + 256));
    for (;;) {
        std::size_t read = 0;
        std::size_t written = 0;
        const auto outcome = decode(
            decompressor(),
            input.data(),
            input.size(),
            out.text.data() + out.used,
            out.text.size() - out.used,
            &read,
            &written
        );
        if (outcome == LIBDEFLATE_SUCCESS) {
            out.used += written;
            input.remove_prefix(read);
            return std::nullopt;
        }
        if (outcome != LIBDEFLATE_INSUFFICIENT_SPACE) return DecompressionFailure::Corrupt;
        if (out.text.size() == limit) return DecompressionFailure::TooLarge;
        out.text.resize(std::min(limit, out.text.size() * 4));
    }
}

// Each member costs some microseconds regardless of its size, so a body of very many members would
// occupy a thread for seconds.
constexpr std::size_t kMaxMembers = 10'000;

bool starts_gzip_member(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b\x08");
}

}  // namespace

std::string_view codec_name(Codec codec) {
    return codec == Codec::Gzip ? "gzip" : "deflate";
}

std::optional<Codec> negotiate_codec(std::string_view accept_encoding) {
    Preference gzip;
    Preference deflate;
    Preference any;
    for (std::size_t position = 0; !accept_encoding.empty(); ++position) {
        std::string_view parameters = take_until(accept_encoding, ',');
        const std::string_view name = trimmed(take_until(parameters, ';'));
        if (equals_ignoring_case(name, "gzip")) gzip.add(weight_of(parameters), position);
        if (equals_ignoring_case(name, "deflate")) deflate.add(weight_of(parameters), position);
        if (name == "*") any.add(weight_of(parameters), position);
    }
    constexpr auto kAfterNamed = static_cast<std::size_t>(-2);
    if (!gzip.is_listed && any.is_listed) gzip = {true, any.weight, kAfterNamed};
    if (!deflate.is_listed && any.is_listed) deflate = {true, any.weight, kAfterNamed + 1};
    if (gzip.weight <= 0 && deflate.weight <= 0) return std::nullopt;
    if (gzip.weight != deflate.weight) {
        return gzip.weight > deflate.weight ? Codec::Gzip : Codec::Deflate;
    }
    return gzip.position < deflate.position ? Codec::Gzip : Codec::Deflate;
}

std::string compress(Codec codec, std::string_view body) {
    const bool gzip = codec == Codec::Gzip;
    libdeflate_compressor* const state = compressor();
    std::string out(
        gzip ? libdeflate_gzip_compress_bound(state, body.size())
             : libdeflate_zlib_compress_bound(state, body.size()),
        '\0'
    );
    const auto encode = gzip ? libdeflate_gzip_compress : libdeflate_zlib_compress;
    out.resize(encode(state, body.data(), body.size(), out.data(), out.size()));
    return out;
}

std::optional<DecompressionFailure> decompress(
    std::string_view content_encoding, std::size_t limit, std::string& body
) {
    const bool gzip = equals_ignoring_case(content_encoding, "gzip");
    if (!gzip && !equals_ignoring_case(content_encoding, "deflate")) {
        return DecompressionFailure::UnknownEncoding;
    }
    Output out;
    std::string_view input = body;
    std::size_t members = 0;
    do {
        if (++members > kMaxMembers) return DecompressionFailure::TooLarge;
        const auto failure = decode_stream(gzip ? Codec::Gzip : Codec::Deflate, limit, input, out);
        if (failure) return failure;
    } while (gzip && starts_gzip_member(input));
    out.text.resize(out.used);
    body = std::move(out.text);
    return std::nullopt;
}

}  // namespace stator::emulator::http
