// W1, W2, W2h, W3 and mix: one item per operation, on a table of 100,000 items of 1 KB.
#include <stdexcept>
#include <string>

#include "load/random.hpp"
#include "load/workloads/dataset.hpp"
#include "load/workloads/makers.hpp"

namespace stator::bench {

namespace {

constexpr std::uint64_t kItems = 100'000;
constexpr std::size_t kItemBytes = 1024;
constexpr std::uint64_t kSeed = 20'260'131;

// The table, its items, and the choice of a key. A derived class builds its requests in
// make_requests(), once the endpoint is known.
class ItemWorkload : public Workload {
public:
    ItemWorkload(std::string table, const WorkloadSettings& settings)
        : table_(std::move(table)),
          items_(settings.items == 0 ? kItems : whole_batches(settings.items)),
          random_(kSeed) {}

    void prepare(ApiClient& api) override {
        recreate_table(api, table_, create_table_body(table_));
        load_items(api, table_, shape_, items_);
        make_requests(api.writer());
    }

    void clean_up(ApiClient& api) override { delete_table_if_exists(api, table_); }

protected:
    virtual void make_requests(const RequestWriter& writer) = 0;

    RequestTemplate get_item(const RequestWriter& writer) const {
        return RequestTemplate(
            writer.write("GetItem", begin_body() + R"("Key":{"pk":{"S":"item-@@@@@@@@"}}})")
        );
    }

    RequestTemplate put_item(const RequestWriter& writer) const {
        return RequestTemplate(
            writer.write("PutItem", begin_body() + R"("Item":)" + shape_.json + "}")
        );
    }

    std::string begin_body() const { return R"({"TableName":")" + table_ + R"(",)"; }

    std::uint64_t random_key() noexcept { return random_.below(items_); }

    std::uint64_t next_version() noexcept { return ++version_; }

    std::string_view fill_get(RequestTemplate& request) noexcept {
        request.set(0, random_key());
        return request.bytes();
    }

    std::string_view fill_put(RequestTemplate& request) noexcept {
        shape_.fill(request, 0, random_key(), next_version());
        return request.bytes();
    }

private:
    std::string table_;
    std::uint64_t items_;
    Random random_;
    std::uint64_t version_ = 0;
    ItemShape shape_ = record_shape(kItemBytes);
};

class GetItemWorkload : public ItemWorkload {
public:
    using ItemWorkload::ItemWorkload;

    std::string_view next_request(std::size_t) override { return fill_get(request_); }

    std::string complaint(std::string_view body) const override {
        const bool found = body.find("\"pk\"") != std::string_view::npos;
        return found ? "" : "GetItem did not find an item that was put";
    }

private:
    void make_requests(const RequestWriter& writer) override { request_ = get_item(writer); }

    RequestTemplate request_;
};

class PutItemWorkload : public ItemWorkload {
public:
    using ItemWorkload::ItemWorkload;

    std::string_view next_request(std::size_t) override { return fill_put(request_); }

    std::string complaint(std::string_view) const override { return ""; }

private:
    void make_requests(const RequestWriter& writer) override { request_ = put_item(writer); }

    RequestTemplate request_;
};

// PutItem on a table with point-in-time recovery.
class RememberedPutWorkload : public PutItemWorkload {
public:
    RememberedPutWorkload(const std::string& table, const WorkloadSettings& settings)
        : PutItemWorkload(table, settings), name_(table) {}

    void prepare(ApiClient& api) override {
        PutItemWorkload::prepare(api);
        const Answer answer = api.call(
            "UpdateContinuousBackups",
            R"({"TableName":")" + name_ +
                R"(","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}})"
        );
        if (!answer.ok()) throw std::runtime_error("UpdateContinuousBackups: " + answer.body);
    }

private:
    const std::string name_;
};

class UpdateItemWorkload : public ItemWorkload {
public:
    using ItemWorkload::ItemWorkload;

    std::string_view next_request(std::size_t) override {
        const std::uint64_t key = random_key();
        request_.set(0, key);
        request_.set(1, next_version());
        return request_.bytes();
    }

    std::string complaint(std::string_view body) const override {
        const bool updated = body.find("\"Attributes\"") != std::string_view::npos;
        return updated ? "" : "UpdateItem did not return UPDATED_NEW attributes";
    }

private:
    void make_requests(const RequestWriter& writer) override {
        request_ = RequestTemplate(writer.write(
            "UpdateItem",
            begin_body() +
                R"("Key":{"pk":{"S":"item-@@@@@@@@"}},)"
                R"("UpdateExpression":"SET #s = :v ADD n :one",)"
                R"("ConditionExpression":"attribute_exists(pk) AND n >= :zero",)"
                R"("ExpressionAttributeNames":{"#s":"status"},)"
                R"("ExpressionAttributeValues":{":v":{"S":"changed-@@@@"},":one":{"N":"1"},)"
                R"(":zero":{"N":"0"}},"ReturnValues":"UPDATED_NEW"})"
        ));
    }

    RequestTemplate request_;
};

class MixWorkload : public ItemWorkload {
public:
    using ItemWorkload::ItemWorkload;

    std::string_view next_request(std::size_t) override {
        puts_next_ = !puts_next_;
        return puts_next_ ? fill_put(put_) : fill_get(get_);
    }

    std::string complaint(std::string_view) const override { return ""; }

private:
    void make_requests(const RequestWriter& writer) override {
        get_ = get_item(writer);
        put_ = put_item(writer);
    }

    RequestTemplate get_;
    RequestTemplate put_;
    bool puts_next_ = false;
};

}  // namespace

std::unique_ptr<Workload> make_get_item(const WorkloadSettings& settings) {
    return std::make_unique<GetItemWorkload>("stator-bench-w1", settings);
}

std::unique_ptr<Workload> make_put_item(const WorkloadSettings& settings) {
    return std::make_unique<PutItemWorkload>("stator-bench-w2", settings);
}

std::unique_ptr<Workload> make_remembered_put(const WorkloadSettings& settings) {
    return std::make_unique<RememberedPutWorkload>("stator-bench-w2h", settings);
}

std::unique_ptr<Workload> make_update_item(const WorkloadSettings& settings) {
    return std::make_unique<UpdateItemWorkload>("stator-bench-w3", settings);
}

std::unique_ptr<Workload> make_mix(const WorkloadSettings& settings) {
    return std::make_unique<MixWorkload>("stator-bench-mix", settings);
}

}  // namespace stator::bench
