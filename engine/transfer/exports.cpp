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

}  // namespace stator::engine::transfer
