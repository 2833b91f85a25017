// RecentTransactions: the transactions that some read may still see in part.
//
// DynamoDB promises that a Query, a Scan or a BatchGetItem sees committed values of each item, but
// not that it sees all items at one point in time. So such a read may see some writes of a
// transaction and not the others. Not thread-safe.
#pragma once

#include <boost/container/deque.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/schema/hash_range.hpp"
#include "engine/storage/slot.hpp"

namespace stator::engine::consistency {

// One write of a transaction: the table and partition key hash of its item.
struct TransactionPart {
    TableNumber table;
    std::uint64_t hash = 0;
    std::uint32_t part = 0;  // as in its stamp; ascending
};

// The scope of a read: a table's items with hashes in that range or, without a range, an index.
struct ReadScope {
    TableNumber table;
    std::optional<schema::HashRange> hashes;

    bool contains(const TransactionPart& part) const {
        return part.table == table && (!hashes || hashes->contains(part.hash));
    }
};

class RecentTransactions {
public:
    // Transactions may be noted in any order.
    void note(SequenceNumber sequence, std::vector<TransactionPart> parts);

    // Discards transactions up to `horizon`, which reads will not need again.
    void trim(SequenceNumber horizon);

    void clear() { transactions_.clear(); }

    // A read point after all commits before the first transaction after `from` that changed the
    // read's scope, with a part of that transaction. nullopt if no such transaction exists. `bits`
    // selects the part: a first or a last part of its writes. If several writes are in the scope,
    // the read sees at least one and misses at least one.
    std::optional<storage::ReadPoint> part_of_next(
        SequenceNumber from, const ReadScope& scope, std::uint64_t bits
    ) const;

    std::size_t size() const { return transactions_.size(); }

private:
    struct Transaction {
        SequenceNumber sequence;
        std::vector<TransactionPart> parts;
    };

    using Transactions = boost::container::deque<Transaction>;  // takes no memory while empty

    Transactions::const_iterator first_behind(SequenceNumber sequence) const;

    Transactions transactions_;  // by sequence
};

}  // namespace stator::engine::consistency
