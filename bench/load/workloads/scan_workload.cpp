// W8: a Scan of 10,000 items of 200 bytes with a filter that selects one in a hundred. An operation
// is the whole scan, page after page until there is no LastEvaluatedKey.
#include <string>
#include <vector>

#include "load/random.hpp"
#include "load/workloads/answer.hpp"
#include "load/workloads/dataset.hpp"
#include "load/workloads/makers.hpp"

namespace stator::bench {

namespace {

constexpr std::string_view kTable = "stator-bench-w8";
constexpr std::uint64_t kItems = 10'000;
constexpr std::uint64_t kShades = 100;
constexpr std::uint64_t kSeed = 20'260'208;

class FilteredScanWorkload : public Workload {
public:
    explicit FilteredScanWorkload(std::size_t connections) : scans_(connections) {}

    std::string_view next_request(std::size_t connection) override {
        Scan& scan = scans_[connection];
        if (scan.start_key.empty()) scan = Scan{"", 100 + random_.below(kShades), 0};
        std::string body = R"({"TableName":"stator-bench-w8","FilterExpression":"shade = :s",)"
                           R"("ExpressionAttributeValues":{":s":{"N":")";
        body += std::to_string(scan.shade) + R"("}})";
        if (!scan.start_key.empty()) body += R"(,"ExclusiveStartKey":)" + scan.start_key;
        request_ = writer_->write("Scan", body + "}");
        return request_;
    }

    bool reads_answers() const override { return true; }

    Progress on_answer(std::size_t connection, std::string_view body) override {
        Scan& scan = scans_[connection];
        scan.found += count_in(body).value_or(0);
        scan.start_key = last_evaluated_key_in(body);
        if (!scan.start_key.empty()) return Progress::kMore;
        return scan.found == kItems / kShades ? Progress::kDone : Progress::kWrong;
    }

    void abandon(std::size_t connection) override { scans_[connection].start_key.clear(); }

    void prepare(ApiClient& api) override {
        recreate_table(api, kTable, create_table_body(kTable));
        load_items(api, kTable, shape(), kItems);
        scans_.assign(scans_.size(), Scan{});
        writer_ = &api.writer();
    }

    // on_answer() checks each scan, so here the presence of a Count is enough.
    std::string complaint(std::string_view body) const override {
        return count_in(body) ? "" : "Scan did not return a Count";
    }

    void clean_up(ApiClient& api) override { delete_table_if_exists(api, kTable); }

private:
    struct Scan {
        std::string start_key;
        std::uint64_t shade = 0;
        std::uint64_t found = 0;
    };

    // 200 bytes: pk 2 + 13, shade 5 + 3, amount 6 + 4, note 4 + 163.
    static ItemShape shape() {
        return {
            R"({"pk":{"S":"item-@@@@@@@@"},"shade":{"N":"1@@"},"amount":{"N":"1@@@@@"},)"
            R"("note":{"S":")" +
                filler(163) + R"("}})",
            [](RequestTemplate& request, std::size_t first, std::uint64_t index, std::uint64_t) {
                request.set(first, index);
                request.set(first + 1, index % kShades);
                request.set(first + 2, index);
            }};
    }

    std::vector<Scan> scans_;
    const RequestWriter* writer_ = nullptr;
    std::string request_;
    Random random_{kSeed};
};

}  // namespace

std::unique_ptr<Workload> make_filtered_scan(const WorkloadSettings& settings) {
    return std::make_unique<FilteredScanWorkload>(settings.connections);
}

}  // namespace stator::bench
