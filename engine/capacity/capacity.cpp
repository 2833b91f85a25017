#include "engine/capacity/capacity.hpp"

#include <algorithm>

#include "protocol/base/limits.hpp"

namespace stator::engine::capacity {
namespace {

double whole_units(std::int64_t bytes, std::int64_t unit_bytes) {
    const std::int64_t units = (bytes + unit_bytes - 1) / unit_bytes;
    return static_cast<double>(std::max<std::int64_t>(units, 1));
}

}  // namespace

double read_units(std::int64_t bytes, bool consistent) {
    return whole_units(bytes, protocol::kReadUnitBytes) * (consistent ? 1.0 : 0.5);
}

double transact_read_units(std::int64_t bytes) {
    return 2 * read_units(bytes, true);
}

double transact_write_units(double units) {
    return 2 * units;
}

double write_units(std::int64_t bytes) {
    return whole_units(bytes, protocol::kWriteUnitBytes);
}

}  // namespace stator::engine::capacity
