// W7: TransactWriteItems of two puts, a conditional update and a condition check, on 40,000 items
// of 200 bytes.
//
// The items are in groups of four, and each connection has its own groups. No two transactions use
// the same item, so none is cancelled by a conflict, and the figure is the cost of success.
#include <string>

#include "load/random.hpp"
#include "load/workloads/dataset.hpp"
#include "load/workloads/makers.hpp"

namespace stator::bench {

namespace {

constexpr std::string_view kTable = "stator-bench-w7";
constexpr std::uint64_t kFours = 10'000;
constexpr std::size_t kItemBytes = 200;
constexpr std::uint64_t kSeed = 20'260'207;

class TransactWriteWorkload : public Workload {
public:
    explicit TransactWriteWorkload(std::size_t connections)
        : connections_(connections), fours_per_connection_(kFours / connections) {}

    std::string_view next_request(std::size_t connection) override {
        const std::uint64_t four = connection + connections_ * random_.below(fours_per_connection_);
        const std::uint64_t key = four * 4;
        ++version_;
        shape_.fill(request_, 0, key, version_);
        shape_.fill(request_, 2, key + 1, version_);
        request_.set(4, key + 2);
        request_.set(5, version_);
        request_.set(6, key + 3);
        return request_.bytes();
    }

    void prepare(ApiClient& api) override {
        recreate_table(api, kTable, create_table_body(kTable));
        load_items(api, kTable, shape_, kFours * 4);
        request_ = RequestTemplate(api.writer().write("TransactWriteItems", body()));
    }

    std::string complaint(std::string_view) const override { return ""; }

    void clean_up(ApiClient& api) override { delete_table_if_exists(api, kTable); }

private:
    std::string body() const {
        const std::string table = R"("TableName":"stator-bench-w7",)";
        const std::string key = R"("Key":{"pk":{"S":"item-@@@@@@@@"}},)";
        const std::string put = R"({"Put":{)" + table + R"("Item":)" + shape_.json + "}}";
        return R"({"TransactItems":[)" + put + "," + put + R"(,{"Update":{)" + table + key +
               R"("UpdateExpression":"SET #s = :v ADD n :one",)"
               R"~("ConditionExpression":"attribute_exists(pk)",)~"
               R"("ExpressionAttributeNames":{"#s":"status"},)"
               R"("ExpressionAttributeValues":{":v":{"S":"changed-@@@@"},":one":{"N":"1"}}}},)"
               R"({"ConditionCheck":{)" +
               table + key + R"~("ConditionExpression":"attribute_exists(pk)"}}]})~";
    }

    std::uint64_t connections_;
    std::uint64_t fours_per_connection_;
    ItemShape shape_ = record_shape(kItemBytes);
    RequestTemplate request_;
    Random random_{kSeed};
    std::uint64_t version_ = 0;
};

}  // namespace

std::unique_ptr<Workload> make_transact_write(const WorkloadSettings& settings) {
    return std::make_unique<TransactWriteWorkload>(settings.connections);
}

}  // namespace stator::bench
