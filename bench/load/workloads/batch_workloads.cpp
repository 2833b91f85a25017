// W6 and load: BatchWriteItem with 25 puts. W6 repeatedly puts small items; load puts 1 KB items
// until the table is full.
#include <string>

#include "load/random.hpp"
#include "load/workloads/dataset.hpp"
#include "load/workloads/makers.hpp"

namespace stator::bench {

namespace {

constexpr std::uint64_t kItems = 100'000;
constexpr std::uint64_t kSeed = 20'260'206;

class BatchWorkload : public Workload {
public:
    BatchWorkload(std::string table, std::size_t item_bytes)
        : table_(std::move(table)), shape_(record_shape(item_bytes)) {}

    std::uint64_t items_per_operation() const override { return kBatchItems; }

    void prepare(ApiClient& api) override {
        recreate_table(api, table_, create_table_body(table_));
        batch_ = BatchPut(api.writer(), table_, shape_);
    }

    bool reads_answers() const override { return true; }

    Progress on_answer(std::size_t, std::string_view body) override {
        return BatchPut::judge(body);
    }

    std::string complaint(std::string_view body) const override {
        return BatchPut::judge(body) == Progress::kDone ? "" : "BatchWriteItem left items over";
    }

    void clean_up(ApiClient& api) override { delete_table_if_exists(api, table_); }

protected:
    BatchPut& batch() noexcept { return batch_; }

private:
    std::string table_;
    ItemShape shape_;
    BatchPut batch_;
};

// W6. Batches start at random positions of a key space of 100,000.
class BatchWriteWorkload : public BatchWorkload {
public:
    BatchWriteWorkload() : BatchWorkload("stator-bench-w6", 200) {}

    std::string_view next_request(std::size_t) override {
        return batch().request(random_.below(kItems / kBatchItems) * kBatchItems, ++version_);
    }

private:
    Random random_{kSeed};
    std::uint64_t version_ = 0;
};

// load. Fills an empty table.
class FillTableWorkload : public BatchWorkload {
public:
    explicit FillTableWorkload(std::uint64_t items)
        : BatchWorkload("stator-bench-load", 1024),
          items_(items == 0 ? kItems : whole_batches(items)) {}

    std::uint64_t operations_max() const override { return items_ / kBatchItems; }

    std::string_view next_request(std::size_t) override {
        const std::uint64_t first = next_;
        next_ = (next_ + kBatchItems) % items_;
        return batch().request(first, 0);
    }

private:
    std::uint64_t items_;
    std::uint64_t next_ = 0;
};

}  // namespace

std::unique_ptr<Workload> make_batch_write(const WorkloadSettings&) {
    return std::make_unique<BatchWriteWorkload>();
}

std::unique_ptr<Workload> make_load(const WorkloadSettings& settings) {
    return std::make_unique<FillTableWorkload>(settings.items);
}

}  // namespace stator::bench
