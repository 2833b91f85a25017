#include "engine/transfer/exports.hpp"

#include "protocol/errors/transfers.hpp"

namespace stator::engine::transfer {

Instant ExportKind::time_of_id(const Description& description) {
    constexpr std::int64_t kSecondMs = 1'000;
    const Instant start = description.start;
    if (!description.specification.incremental) return start;
    return Instant(start.unix_ms() / kSecondMs * kSecondMs);
}

// AWS: 300 at a time. [spec-formats: AWS's documentation]
protocol::Result<void> ExportKind::admit(std::int64_t under_way) {
    if (under_way >= protocol::kMaxExports) return protocol::errors::too_many_exports();
    return {};
}

std::string made_up_token(std::uint64_t bits) {
    constexpr std::size_t kDigits = 16;
    std::string text;
    protocol::append_hex(text, mix(bits), kDigits);
    protocol::append_hex(text, mix(bits + 1), kDigits);
    for (const std::size_t dash : {20U, 16U, 12U, 8U}) text.insert(dash, 1, '-');
    return text;
}

}  // namespace stator::engine::transfer
