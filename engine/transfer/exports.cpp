#include "engine/transfer/exports.hpp"

#include "protocol/errors/general.hpp"
#include "protocol/errors/transfers.hpp"

namespace stator::engine::transfer {

Instant ExportKind::time_of_id(const Description& description) {
    constexpr std::int64_t kSecondMs = 1'000;
    const Instant start = description.start;
    if (!description.specification.incremental) return start;
    return Instant(start.unix_ms() / kSecondMs * kSecondMs);
}

// AWS: 300 at the same time. [spec-formats: AWS's documentation]
Result<void> ExportKind::admit(std::int64_t under_way) {
    constexpr std::int64_t kMost = protocol::kMaxExports;
    if (under_way >= kMost) return errors::too_many_at_once(kMost, "export");
    return {};
}

}  // namespace stator::engine::transfer
