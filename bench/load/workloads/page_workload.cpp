// page1 and page1000: a Scan of one page of 100 items of 200 bytes, either the first page of the
// table or a page deep inside it. Both must have the same cost.
#include <stdexcept>
#include <string>

#include "load/workloads/answer.hpp"
#include "load/workloads/dataset.hpp"
#include "load/workloads/makers.hpp"

namespace stator::bench {

namespace {

constexpr std::string_view kTable = "stator-bench-pages";
constexpr std::uint64_t kPageItems = 100;
constexpr std::uint64_t kDeepPage = 1'000;
constexpr std::uint64_t kItems = kPageItems * (kDeepPage + 50);

class PageWorkload : public Workload {
public:
    // `page` counts from 1.
    explicit PageWorkload(std::uint64_t page) : page_(page) {}

    std::string_view next_request(std::size_t) override { return request_; }

    void prepare(ApiClient& api) override {
        recreate_table(api, kTable, create_table_body(kTable));
        load_items(api, kTable, shape(), kItems);
        std::string start_key;
        for (std::uint64_t page = 1; page < page_; ++page) {
            const Answer answer = api.call("Scan", scan_body(start_key));
            start_key = last_evaluated_key_in(answer.body);
            if (start_key.empty()) throw std::runtime_error("Scan ended on an early page");
        }
        request_ = api.writer().write("Scan", scan_body(start_key));
    }

    std::string complaint(std::string_view body) const override {
        if (count_in(body) == kPageItems) return "";
        return "Scan did not find a page of 100 items";
    }

    void clean_up(ApiClient& api) override { delete_table_if_exists(api, kTable); }

private:
    static std::string scan_body(const std::string& start_key) {
        std::string body = R"({"TableName":"stator-bench-pages","Limit":100)";
        if (!start_key.empty()) body += R"(,"ExclusiveStartKey":)" + start_key;
        return body + "}";
    }

    // 200 bytes: pk 2 + 13, note 4 + 181.
    static ItemShape shape() {
        return {
            R"({"pk":{"S":"item-@@@@@@@@"},"note":{"S":")" + filler(181) + R"("}})",
            [](RequestTemplate& request, std::size_t first, std::uint64_t index, std::uint64_t) {
                request.set(first, index);
            }};
    }

    std::uint64_t page_;
    std::string request_;
};

}  // namespace

std::unique_ptr<Workload> make_first_page(const WorkloadSettings&) {
    return std::make_unique<PageWorkload>(1);
}

std::unique_ptr<Workload> make_deep_page(const WorkloadSettings&) {
    return std::make_unique<PageWorkload>(kDeepPage);
}

}  // namespace stator::bench
