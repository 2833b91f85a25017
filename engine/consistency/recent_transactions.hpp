// RecentTransactions: the transactions of which some read may still see a part.
//
// DynamoDB promises that a Query, a Scan or a BatchGetItem sees committed values of each item, not
// that it sees all items as of one moment. So such a read may see some writes of a transaction and
// not the others. Not thread-safe.
#pragma once

#include <boost/container/deque.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/schema/hash_range.hpp"
#include "engine/storage/slot.hpp"

namespace stator::engine::consistency {

// One write of a transaction: of an item of that table, whose partition key has that hash.
struct TransactionPart {
    TableNumber table;
    std::uint64_t hash = 0;
    std::uint32_t part = 0;  // as in its stamp; ascending
};

// What a read looks at: a table's items with hashes in that range, or, without one, an index.
struct ReadScope {
    TableNumber table;
    std::optional<schema::HashRange> hashes;

    bool contains(const TransactionPart& part) const {
        return part.table == table && (!hashes || hashes->contains(part.hash));
    }
};

class RecentTransactions {
public:
    // Transactions may come in any order.
    void note(SequenceNumber sequence, std::vector<TransactionPart> parts);

    // Promises that nobody will ask about transactions up to `horizon`.
    void trim(SequenceNumber horizon);

    void clear() { transactions_.clear(); }

    // All commits before the first transaction behind `from` that changed what the read looks at,
    // and a part of that transaction; nothing when there is none. `bits` decides which part: from
    // the first of its writes on, or up to the last. Where the read can see several of them, it
    // sees one at least and misses one at least.
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
