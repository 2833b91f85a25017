#include "load/workloads/dataset.hpp"

#include <stdexcept>

#include "load/load_loop.hpp"

namespace stator::bench {

namespace {

constexpr std::size_t kLoadConnections = 8;

class SequentialPuts : public RequestSource {
public:
    SequentialPuts(const RequestWriter& writer, std::string_view table, const ItemShape& shape)
        : batch_(writer, table, shape) {}

    std::string_view next_request(std::size_t) override {
        const std::uint64_t first = next_;
        next_ += kBatchItems;
        return batch_.request(first, 0);
    }

    bool reads_answers() const override { return true; }

    Progress on_answer(std::size_t, std::string_view body) override {
        return BatchPut::judge(body);
    }

private:
    BatchPut batch_;
    std::uint64_t next_ = 0;
};

}  // namespace

std::string filler(std::size_t count) {
    constexpr std::string_view kLetters = "k3vq0zn7hxd5ymw1tbg8rcf2jps6lae9u4io";
    std::string text;
    text.reserve(count + kLetters.size());
    while (text.size() < count) text += kLetters;
    text.resize(count);
    return text;
}

ItemShape record_shape(std::size_t bytes) {
    // Names and values of the other attributes: pk 2 + 13, status 6 + 10, n 1 + 2, created 7 + 24,
    // and the name data 4.
    constexpr std::size_t kOtherBytes = 69;
    return {
        R"({"pk":{"S":"item-@@@@@@@@"},"status":{"S":"state-@@@@"},"n":{"N":"0"},)"
        R"("created":{"S":"2026-01-31T12:00:00.000Z"},"data":{"S":")" +
            filler(bytes - kOtherBytes) + R"("}})",
        [](RequestTemplate& request, std::size_t first, std::uint64_t index, std::uint64_t version
        ) {
            request.set(first, index);
            request.set(first + 1, version);
        }};
}

std::string create_table_body(std::string_view table) {
    return R"({"TableName":")" + std::string(table) +
           R"(","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
           R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
           R"("BillingMode":"PAY_PER_REQUEST"})";
}

BatchPut::BatchPut(const RequestWriter& writer, std::string_view table, const ItemShape& shape)
    : fill_(shape.fill) {
    std::string body = R"({"RequestItems":{")" + std::string(table) + R"(":[)";
    for (std::uint64_t item = 0; item < kBatchItems; ++item) {
        if (item > 0) body += ',';
        body += R"({"PutRequest":{"Item":)" + shape.json + "}}";
    }
    body += "]}}";
    template_ = RequestTemplate(writer.write("BatchWriteItem", body));
    fields_per_item_ = template_.field_count() / kBatchItems;
}

std::string_view BatchPut::request(std::uint64_t first, std::uint64_t version) noexcept {
    for (std::uint64_t item = 0; item < kBatchItems; ++item) {
        fill_(template_, item * fields_per_item_, first + item, version);
    }
    return template_.bytes();
}

Progress BatchPut::judge(std::string_view body) noexcept {
    const bool complete = body.find("PutRequest") == std::string_view::npos;
    return complete ? Progress::kDone : Progress::kWrong;
}

std::uint64_t whole_batches(std::uint64_t count) noexcept {
    return (count + kBatchItems - 1) / kBatchItems * kBatchItems;
}

void load_items(
    ApiClient& api, std::string_view table, const ItemShape& shape, std::uint64_t count
) {
    SequentialPuts puts(api.writer(), table, shape);
    LoadPlan plan;
    plan.connections = kLoadConnections;
    plan.operations_max = count / kBatchItems;
    const auto result = LoadLoop(api.endpoint(), puts, plan).run();
    if (result->errors > 0) {
        throw std::runtime_error("BatchWriteItem while preparing: " + result->first_error);
    }
}

}  // namespace stator::bench
