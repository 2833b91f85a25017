#include "engine/consistency/recent_transactions.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace stator::engine::consistency {

RecentTransactions::Transactions::const_iterator RecentTransactions::first_behind(
    SequenceNumber sequence
) const {
    return std::upper_bound(
        transactions_.begin(),
        transactions_.end(),
        sequence,
        [](SequenceNumber asked, const Transaction& each) { return asked < each.sequence; }
    );
}

void RecentTransactions::note(SequenceNumber sequence, std::vector<TransactionPart> parts) {
    transactions_.insert(first_behind(sequence), {sequence, std::move(parts)});
}

void RecentTransactions::trim(SequenceNumber horizon) {
    transactions_.erase(transactions_.begin(), first_behind(horizon));
}

std::optional<storage::ReadPoint> RecentTransactions::part_of_next(
    SequenceNumber from, const ReadScope& scope, std::uint64_t bits
) const {
    std::vector<std::uint32_t> parts;
    auto next = first_behind(from);
    for (; next != transactions_.end(); ++next) {
        for (const TransactionPart& part : next->parts) {
            if (scope.contains(part)) parts.push_back(part.part);
        }
        if (!parts.empty()) break;
    }
    if (parts.empty()) return std::nullopt;
    const bool from_first = (bits & 1U) == 0;
    const std::uint64_t draw = bits >> 1U;
    constexpr std::uint32_t kAll = std::numeric_limits<std::uint32_t>::max();
    // A single write is either seen or not.
    const std::uint32_t cut = parts.size() == 1
                                  ? parts.front() + static_cast<std::uint32_t>(draw & 1U)
                                  : parts[1 + draw % (parts.size() - 1)];
    storage::ReadPoint point{SequenceNumber{next->sequence.value - 1}};
    point.also = {next->sequence, from_first ? 0 : cut, from_first ? cut : kAll};
    return point;
}

}  // namespace stator::engine::consistency
