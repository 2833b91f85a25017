// W4 and W5: a Query that returns ten items of 200 bytes, on a table and on a sparse index.
#include <string>

#include "load/random.hpp"
#include "load/workloads/answer.hpp"
#include "load/workloads/dataset.hpp"
#include "load/workloads/makers.hpp"

namespace stator::bench {

namespace {

constexpr std::uint64_t kAnswerItems = 10;
constexpr std::uint64_t kSeed = 20'260'204;

std::string complaint_about_count(std::string_view body) {
    if (count_in(body) == kAnswerItems) return "";
    return "Query did not find 10 items: " + std::string(body.substr(0, 300));
}

// W4. A partition contains three groups of ten items; begins_with() selects one of the groups.
class QueryWorkload : public Workload {
public:
    // Rounded down to whole partitions; 30,000 by default.
    explicit QueryWorkload(std::uint64_t items)
        : partitions_(items == 0 ? kPartitions : items / (kGroups * kAnswerItems)) {}

    std::string_view next_request(std::size_t) override {
        request_.set(0, random_.below(partitions_));
        request_.set(1, random_.below(kGroups));
        return request_.bytes();
    }

    void prepare(ApiClient& api) override {
        recreate_table(api, kTable, create_body());
        load_items(api, kTable, shape(), whole_batches(partitions_ * kGroups * kAnswerItems));
        request_ = RequestTemplate(api.writer().write(
            "Query",
            R"({"TableName":"stator-bench-w4",)"
            R"~("KeyConditionExpression":"pk = :p AND begins_with(sk, :b)",)~"
            R"("ExpressionAttributeValues":{":p":{"S":"customer-@@@@@"},":b":{"S":"order-@@-"}}})"
        ));
    }

    std::string complaint(std::string_view body) const override {
        return complaint_about_count(body);
    }

    void clean_up(ApiClient& api) override { delete_table_if_exists(api, kTable); }

private:
    static constexpr std::string_view kTable = "stator-bench-w4";
    static constexpr std::uint64_t kPartitions = 1'000;
    static constexpr std::uint64_t kGroups = 3;

    static std::string create_body() {
        return R"({"TableName":"stator-bench-w4","AttributeDefinitions":[)"
               R"({"AttributeName":"pk","AttributeType":"S"},)"
               R"({"AttributeName":"sk","AttributeType":"S"}],"KeySchema":[)"
               R"({"AttributeName":"pk","KeyType":"HASH"},)"
               R"({"AttributeName":"sk","KeyType":"RANGE"}],"BillingMode":"PAY_PER_REQUEST"})";
    }

    // 200 bytes: pk 2 + 14, sk 2 + 11, amount 6 + 3, note 4 + 158.
    static ItemShape shape() {
        return {
            R"({"pk":{"S":"customer-@@@@@"},"sk":{"S":"order-@@-@@"},"amount":{"N":"1@@@"},)"
            R"("note":{"S":")" +
                filler(158) + R"("}})",
            [](RequestTemplate& request, std::size_t first, std::uint64_t index, std::uint64_t) {
                request.set(first, index / (kGroups * kAnswerItems));
                request.set(first + 1, index / kAnswerItems % kGroups);
                request.set(first + 2, index % kAnswerItems);
                request.set(first + 3, index);
            }};
    }

    std::uint64_t partitions_;
    RequestTemplate request_;
    Random random_{kSeed};
};

// W5. One item in ten has the index's key attributes; ten items share an index partition.
class SparseIndexQueryWorkload : public Workload {
public:
    std::string_view next_request(std::size_t) override {
        request_.set(0, random_.below(kIndexedItems / kAnswerItems));
        return request_.bytes();
    }

    void prepare(ApiClient& api) override {
        recreate_table(api, kTable, create_body());
        load_items(api, kTable, plain_shape(), kItems - kIndexedItems);
        load_items(api, kTable, indexed_shape(), kIndexedItems);
        request_ = RequestTemplate(api.writer().write(
            "Query",
            R"({"TableName":"stator-bench-w5","IndexName":"by-team",)"
            R"("KeyConditionExpression":"team = :t",)"
            R"("ExpressionAttributeValues":{":t":{"S":"team-@@@@"}}})"
        ));
    }

    std::string complaint(std::string_view body) const override {
        return complaint_about_count(body);
    }

    void clean_up(ApiClient& api) override { delete_table_if_exists(api, kTable); }

private:
    static constexpr std::string_view kTable = "stator-bench-w5";
    static constexpr std::uint64_t kItems = 20'000;
    static constexpr std::uint64_t kIndexedItems = 2'000;

    static std::string create_body() {
        return R"({"TableName":"stator-bench-w5","AttributeDefinitions":[)"
               R"({"AttributeName":"pk","AttributeType":"S"},)"
               R"({"AttributeName":"team","AttributeType":"S"},)"
               R"({"AttributeName":"rank","AttributeType":"S"}],"KeySchema":[)"
               R"({"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST",)"
               R"("GlobalSecondaryIndexes":[{"IndexName":"by-team","KeySchema":[)"
               R"({"AttributeName":"team","KeyType":"HASH"},)"
               R"({"AttributeName":"rank","KeyType":"RANGE"}],)"
               R"("Projection":{"ProjectionType":"ALL"}}]})";
    }

    // 200 bytes: pk 2 + 15, amount 6 + 4, note 4 + 169.
    static ItemShape plain_shape() {
        return {
            R"({"pk":{"S":"plain-@@@@@@@@@"},"amount":{"N":"1@@@@@"},"note":{"S":")" + filler(169) +
                R"("}})",
            [](RequestTemplate& request, std::size_t first, std::uint64_t index, std::uint64_t) {
                request.set(first, index);
                request.set(first + 1, index);
            }};
    }

    // 200 bytes: pk 2 + 15, team 4 + 9, rank 4 + 2, amount 6 + 4, note 4 + 150.
    static ItemShape indexed_shape() {
        return {
            R"({"pk":{"S":"teams-@@@@@@@@@"},"team":{"S":"team-@@@@"},"rank":{"S":"@@"},)"
            R"("amount":{"N":"1@@@@@"},"note":{"S":")" +
                filler(150) + R"("}})",
            [](RequestTemplate& request, std::size_t first, std::uint64_t index, std::uint64_t) {
                request.set(first, index);
                request.set(first + 1, index / kAnswerItems);
                request.set(first + 2, index % kAnswerItems);
                request.set(first + 3, index);
            }};
    }

    RequestTemplate request_;
    Random random_{kSeed};
};

}  // namespace

std::unique_ptr<Workload> make_query(const WorkloadSettings& settings) {
    return std::make_unique<QueryWorkload>(settings.items);
}

std::unique_ptr<Workload> make_sparse_index_query(const WorkloadSettings&) {
    return std::make_unique<SparseIndexQueryWorkload>();
}

}  // namespace stator::bench
