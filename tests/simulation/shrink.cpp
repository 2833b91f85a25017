#include "tests/simulation/shrink.hpp"

#include <algorithm>
#include <utility>

namespace stator::simulation {
namespace {

// The list without the `count` operations that start at `first`.
std::vector<Operation> without(
    const std::vector<Operation>& operations, std::size_t first, std::size_t count
) {
    const auto begin = operations.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end =
        begin + static_cast<std::ptrdiff_t>(std::min(count, operations.size() - first));
    std::vector<Operation> rest(operations.begin(), begin);
    rest.insert(rest.end(), end, operations.end());
    return rest;
}

// Operations after the failing step do not matter.
void cut_after(std::vector<Operation>& operations, const Failure& failure) {
    if (failure.step + 1 < operations.size()) operations.resize(failure.step + 1);
}

// Calls `use` with the operation's list of writes or reads, if its kind has one to cut.
template <class AnyOperation, class Use>
void use_parts(AnyOperation& operation, const Use& use) {
    if (auto* batch = std::get_if<BatchWrite>(&operation)) use(batch->writes);
    if (auto* all = std::get_if<TransactWrite>(&operation)) use(all->writes);
    if (auto* batch = std::get_if<StatementBatchWrite>(&operation)) use(batch->writes);
    if (auto* batch = std::get_if<StatementBatchGet>(&operation)) use(batch->gets);
    if (auto* all = std::get_if<StatementTransactWrite>(&operation)) use(all->writes);
    if (auto* all = std::get_if<StatementTransactGet>(&operation)) use(all->gets);
}

// How many parts the operation has; 0 for a kind without a list of parts.
std::size_t part_count(const Operation& operation) {
    std::size_t count = 0;
    use_parts(operation, [&](const auto& parts) { count = parts.size(); });
    return count;
}

void erase_part(Operation& operation, std::size_t part) {
    use_parts(operation, [&](auto& parts) {
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(part));
    });
}

// Removes parts from batches and transactions, one by one.
void shrink_parts(Shrunk& best, const SimulationOptions& options) {
    for (std::size_t i = 0; i < best.operations.size(); ++i) {
        for (std::size_t part = part_count(best.operations[i]); part-- > 0;) {
            if (part_count(best.operations[i]) == 1) break;
            std::vector<Operation> smaller = best.operations;
            erase_part(smaller[i], part);
            const auto result = simulate(smaller, options);
            if (!result || result->subject != best.failure.subject) continue;
            best = {std::move(smaller), *result};
        }
    }
}

}  // namespace

Shrunk shrink(
    std::vector<Operation> operations,
    const SimulationOptions& options,
    const Failure& failure,
    std::size_t max_runs
) {
    Shrunk best{std::move(operations), failure};
    cut_after(best.operations, failure);
    std::size_t runs = 0;
    std::size_t chunk = std::max<std::size_t>(1, best.operations.size() / 2);
    while (runs < max_runs) {
        bool has_shrunk = false;
        // From the end: the last parts matter most often.
        std::size_t end = best.operations.size();
        while (end > 0 && runs < max_runs) {
            const std::size_t first = end > chunk ? end - chunk : 0;
            std::vector<Operation> fewer = without(best.operations, first, end - first);
            const auto result = simulate(fewer, options);
            ++runs;
            end = first;
            if (!result || result->subject != best.failure.subject) continue;
            best = {std::move(fewer), *result};
            cut_after(best.operations, *result);
            end = std::min(end, best.operations.size());
            has_shrunk = true;
        }
        if (chunk == 1 && !has_shrunk) break;
        if (chunk > 1) chunk /= 2;
    }
    shrink_parts(best, options);
    return best;
}

}  // namespace stator::simulation
