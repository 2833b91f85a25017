#include "tools/copy/checksum.hpp"

#include "protocol/base/number_text.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"
#include "signing/digest.hpp"

namespace stator::tools::copy {
namespace {

constexpr std::size_t kDigits = 16;  // of 64 bits
constexpr int kBase = 16;

}  // namespace

std::string canonical_item(std::string_view item_json) {
    const auto document = protocol::wire::JsonDocument::parse(std::string(item_json));
    if (!document || !document->root().is_object()) return std::string(item_json);
    const auto image =
        protocol::wire::decode_item(document->root(), protocol::values::Dialect::Current);
    if (image.has_error()) return protocol::wire::canonical_text(document->root());
    std::string text;
    protocol::wire::append_item(text, **image);
    return text;
}

// Adds the hashes, because the order of items must not matter. The hashes are cryptographic, so
// that different sets of items have different sums.
void Checksum::add(std::string_view item_json) {
    const std::string digest = signing::hex_sha256(canonical_item(item_json));
    ++count_;
    high_ += std::stoull(digest.substr(0, kDigits), nullptr, kBase);
    low_ += std::stoull(digest.substr(kDigits, kDigits), nullptr, kBase);
}

void Checksum::add(const Checksum& other) {
    count_ += other.count_;
    high_ += other.high_;
    low_ += other.low_;
}

std::string Checksum::text() const {
    std::string text;
    protocol::append_hex(text, high_, kDigits);
    protocol::append_hex(text, low_, kDigits);
    return text;
}

}  // namespace stator::tools::copy
