#include "engine/vectors/search.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <thread>
#include <utility>

#include "engine/base/seeded_random.hpp"
#include "engine/schema/item_keys.hpp"

namespace stator::engine::vectors {
namespace {

using values::ItemImage;

// The number of rows to score before the heap is checked.
constexpr std::size_t kBatch = 64;
// About a millisecond of work. A thread takes 50 µs to start, and some milliseconds if the
// processors are busy: a search of fewer bytes finishes sooner on one thread.
constexpr std::int64_t kLeastBytesOfThread = 24 * 1024 * 1024;

struct Candidate {
    double rank = 0;  // lower is better
    double score = 0;
    const ItemImage* image = nullptr;
    const float* values = nullptr;
};

bool comes_first(const ItemImage& one, const ItemImage& other) {
    const std::uint64_t hash = schema::item_hash(one);
    const std::uint64_t other_hash = schema::item_hash(other);
    if (hash != other_hash) return hash < other_hash;
    if (const int order = one.pk().compare(other.pk()); order != 0) return order < 0;
    return one.sk() < other.sk();
}

bool is_better(const Candidate& one, const Candidate& other) {
    if (one.rank != other.rank) return one.rank < other.rank;
    return comes_first(*one.image, *other.image);
}

// A heap of the best `limit` candidates, with the worst of them first.
class Best {
public:
    explicit Best(std::size_t limit) : limit_(limit) { held_.reserve(limit); }

    // Rows with a rank above this one need not be checked.
    double bound() const {
        return held_.size() < limit_ ? std::numeric_limits<double>::infinity() : held_[0].rank;
    }

    void take(const Candidate& candidate) {
        if (held_.size() == limit_) {
            if (!is_better(candidate, held_[0])) return;
            std::pop_heap(held_.begin(), held_.end(), is_better);
            held_.pop_back();
        }
        held_.push_back(candidate);
        std::push_heap(held_.begin(), held_.end(), is_better);
    }

    const std::vector<Candidate>& held() const { return held_; }

private:
    std::size_t limit_;
    std::vector<Candidate> held_;
};

class Scanner {
public:
    Scanner(const ColumnView& column, const SearchPlan& plan)
        : found(plan.top_k),
          missed(plan.top_k),
          column_(column),
          plan_(plan),
          kernels_(plan.kernels != nullptr ? *plan.kernels : kernels()) {}

    Best found;
    Best missed;

    // The work between two batches is short, because memory is idle during that time.
    void scan_block(std::size_t number) {
        const Block& block = *column_.blocks[number];
        const double sign = plan_.query->prefers_higher() ? -1 : 1;
        std::array<double, kBatch> scores;
        double bound = found.bound();
        for (std::size_t first = 0; first < block.size(); first += kBatch) {
            const std::size_t count = std::min(kBatch, block.size() - first);
            plan_.query->sums(kernels_, block.vector(first), count, scores.data());
            plan_.query->score(scores.data(), block.norms() + first, count);
            for (std::size_t i = 0; i < count; ++i) {
                const double rank = sign * scores[i];
                if (rank > bound) continue;
                look_at(number, first + i, {rank, scores[i]});
                bound = found.bound();
            }
        }
    }

private:
    void look_at(std::size_t number, std::size_t place, Candidate candidate) {
        const Block& block = *column_.blocks[number];
        candidate.image = block.row(place).image.get();
        candidate.values = block.vector(place);
        if (candidate.image == nullptr) return;
        const auto row = static_cast<std::uint32_t>(number * column_.rows_in_block + place);
        if (!column_.sees(row, plan_.point) || !passes(*candidate.image)) return;
        const bool is_missed =
            !plan_.recall.is_exact() && plan_.recall.misses(*candidate.image, plan_.query_hash);
        (is_missed ? missed : found).take(candidate);
    }

    bool passes(const ItemImage& image) const {
        return std::ranges::all_of(plan_.filters, [&](const Filter& filter) {
            const auto value = image.find(filter.attribute);
            return value && *value == filter.value.view();
        });
    }

    const ColumnView& column_;
    const SearchPlan& plan_;
    const Kernels& kernels_;
};

std::vector<Candidate> best_of(
    const std::vector<Scanner>& scanners, Best Scanner::*part, std::size_t limit
) {
    std::vector<Candidate> all;
    for (const Scanner& scanner : scanners) {
        const auto& held = (scanner.*part).held();
        all.insert(all.end(), held.begin(), held.end());
    }
    std::sort(all.begin(), all.end(), is_better);
    if (all.size() > limit) all.resize(limit);
    return all;
}

// Threads take blocks one by one: a thread that begins late, or has to wait for a processor, takes
// fewer of them and delays the others by one block at most.
void scan_all(const ColumnView& column, std::vector<Scanner>& scanners) {
    std::atomic<std::size_t> next{0};
    const auto scan_some = [&](Scanner& scanner) {
        const std::size_t blocks = column.blocks.size();
        for (std::size_t at = next++; at < blocks; at = next++) scanner.scan_block(at);
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < scanners.size(); ++i) {
        threads.emplace_back([&, i] { scan_some(scanners[i]); });
    }
    scan_some(scanners[0]);
    for (std::thread& thread : threads) thread.join();
}

}  // namespace

bool Recall::misses(const ItemImage& item, std::uint64_t query_hash) const {
    const std::uint64_t of_item = mix(schema::item_hash(item), item.sk());
    return unit_interval(mix(seed ^ query_hash, of_item)) >= share;
}

std::int64_t searched_bytes(const ColumnView& column) {
    std::size_t rows = 0;
    for (const Shared<Block>& block : column.blocks) rows += block->size();
    return static_cast<std::int64_t>(rows * column.dimensions * sizeof(float));
}

std::vector<Hit> search(const ColumnView& column, const SearchPlan& plan) {
    const std::int64_t worth = searched_bytes(column) / kLeastBytesOfThread;
    const auto most = static_cast<std::int64_t>(std::max(1U, plan.threads));
    const auto threads = static_cast<std::size_t>(std::clamp<std::int64_t>(worth, 1, most));
    std::vector<Scanner> scanners(threads, Scanner(column, plan));
    scan_all(column, scanners);
    std::vector<Candidate> best = best_of(scanners, &Scanner::found, plan.top_k);
    if (best.size() < plan.top_k && !plan.recall.is_exact()) {
        const std::vector<Candidate> missed =
            best_of(scanners, &Scanner::missed, plan.top_k - best.size());
        best.insert(best.end(), missed.begin(), missed.end());
        std::sort(best.begin(), best.end(), is_better);
    }
    std::vector<Hit> hits;
    hits.reserve(best.size());
    for (const Candidate& candidate : best) {
        hits.push_back(
            {candidate.score,
             values::ItemImagePtr(candidate.image),
             {candidate.values, candidate.values + column.dimensions}}
        );
    }
    return hits;
}

}  // namespace stator::engine::vectors
