// From a write to a Kinesis data stream: however the stream's server behaves, nothing is lost, and
// the records of each item arrive in order.
#include "emulator/integrations/kinesis/sender.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "emulator/integrations/kinesis/endpoint_sink.hpp"
#include "emulator/integrations/kinesis/folder_sink.hpp"
#include "engine/base/seeded_random.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/wire/json.hpp"
#include "tests/emulator/integrations/kinesis/outgoing_records.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/scripted_server.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::integrations::kinesis {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using testing::json_reply;
using testing::ScriptedRequest;
using testing::ScriptedServer;
using testing::World;
using testing::WorldOptions;

constexpr std::chrono::seconds kPatience{20};
const std::string kStream = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";

// A Kinesis that accepts the calls that its test allows, and stores the numbers in each item's
// images.
class FakeKinesis {
public:
    enum class Mood : unsigned char {
        Takes,
        RefusesSome,     // throttles some records of the call
        RefusesAll,      // a whole call is throttled
        Fails,           // 500
        HangsUp,         // closes the connection without an answer
        TakesAndHangsUp  // accepts everything, but closes without an answer
    };

    // The mood of each call by its number.
    using Moods = std::function<Mood(std::uint64_t call)>;

    explicit FakeKinesis(Moods moods)
        : moods_(std::move(moods)),
          server_([this](const ScriptedRequest& request) { return answer(request.body); }) {}

    std::string url() const { return server_.url(); }

    // The numbers of each item in the order of arrival, after `distinct` different records have
    // arrived.
    std::map<std::string, std::vector<int>> await(std::size_t distinct) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, kPatience, [&] { return distinct_.size() >= distinct; });
        return taken_;
    }

    std::uint64_t calls() {
        const std::lock_guard lock(mutex_);
        return calls_;
    }

private:
    std::optional<std::string> answer(const std::string& body) {
        const auto document = JsonDocument::parse(body);
        const std::lock_guard lock(mutex_);
        const Mood mood = moods_(calls_++);
        if (mood == Mood::RefusesAll) {
            return json_reply(
                400, R"({"__type":"ProvisionedThroughputExceededException","message":"slow down"})"
            );
        }
        if (mood == Mood::Fails) return json_reply(500, "{}");
        if (mood == Mood::HangsUp) return std::nullopt;
        std::string results;
        std::uint64_t place = 0;
        for (const auto& element : document->root().find("Records")->elements()) {
            const bool refuses = mood == Mood::RefusesSome && engine::mix(calls_, place++) % 3 == 0;
            if (!refuses) take(JsonView(element));
            results += results.empty() ? "" : ",";
            results += refuses ? R"({"ErrorCode":"InternalFailure","ErrorMessage":"m"})"
                               : R"({"SequenceNumber":"1","ShardId":"s"})";
        }
        changed_.notify_all();
        if (mood == Mood::TakesAndHangsUp) return std::nullopt;
        return json_reply(200, R"({"FailedRecordCount":0,"Records":[)" + results + "]}");
    }

    void take(JsonView record) {
        const std::string data = protocol::values::bytes_of_base64(record.find("Data")->string());
        const auto document = JsonDocument::parse(data);
        const JsonView image = *document->root().find("dynamodb")->find("NewImage");
        taken_[std::string(image.find("pk")->find("S")->string())].push_back(
            std::stoi(std::string(image.find("n")->find("N")->string()))
        );
        distinct_.insert(data);
    }

    const Moods moods_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t calls_ = 0;
    std::map<std::string, std::vector<int>> taken_;
    std::set<std::string> distinct_;
    ScriptedServer server_;  // last: it calls the members above
};

using Mood = FakeKinesis::Mood;

std::unique_ptr<Sink> endpoint(const std::string& url) {
    EndpointSettings settings;
    settings.endpoint = *transport::parse_endpoint(url);
    settings.secrets = {"key", "secret"};
    settings.now = [] { return protocol::Instant(1'750'000'000'000); };
    return std::make_unique<EndpointSink>(std::move(settings));
}

class SenderTest : public ::testing::Test {
protected:
    void open(WorldOptions options = {}) {
        world_.reset();  // it has the data file for itself
        world_ = std::make_unique<World>(std::move(options));
    }

    void begin(std::unique_ptr<Sink> sink) {
        SenderOptions options;
        options.universes = [this] {
            std::vector<std::shared_ptr<engine::Universe>> universes;
            for (const auto& laboratory : world_->laboratories().all()) {
                universes.emplace_back(laboratory, &laboratory->universe());
            }
            return universes;
        };
        options.sink = std::move(sink);
        options.journal = world_->engine().journal();
        options.pause = std::chrono::milliseconds(1);
        options.longest_pause = std::chrono::milliseconds(4);
        sender_ = std::make_unique<Sender>(world_->engine(), std::move(options));
    }

    void create() {
        world_->create_table("", "tbl");
        world_->run(
            "",
            "EnableKinesisStreamingDestination",
            R"({"TableName":"tbl","StreamArn":")" + kStream + "\"}"
        );
    }

    void put(const std::string& key, int number) {
        world_->put("", "tbl", key, {{"n", testing::number(number)}});
    }

    // Writes each of `items` items `writes` times.
    void put_many(int items, int writes) {
        for (int number = 1; number <= writes; ++number) {
            for (int item = 0; item < items; ++item) put("i" + std::to_string(item), number);
        }
    }

    engine::kinesis::DeliveryFigures figures() {
        return world_->universe().outbox().figures().at(kStream);
    }

    // Every number arrived, and none after a later one.
    static void expect_all(const std::map<std::string, std::vector<int>>& taken, int writes) {
        for (const auto& [item, numbers] : taken) {
            int last = 0;
            for (const int number : numbers) {
                EXPECT_TRUE(number == last || number == last + 1) << item << " " << number;
                last = number;
            }
            EXPECT_EQ(last, writes) << item;
        }
    }

    std::unique_ptr<World> world_;
    std::unique_ptr<Sender> sender_;
};

TEST_F(SenderTest, SendsEachChangeOnceAndInOrder) {
    FakeKinesis server([](std::uint64_t) { return Mood::Takes; });
    open();
    begin(endpoint(server.url()));
    create();
    put_many(7, 20);
    const auto taken = server.await(140);
    sender_->stop();
    ASSERT_EQ(taken.size(), 7U);
    for (const auto& [item, numbers] : taken) EXPECT_EQ(numbers.size(), 20U) << item;
    expect_all(taken, 20);
    EXPECT_EQ(figures().sent, 140U);
    EXPECT_EQ(figures().waiting, 0U);
}

TEST_F(SenderTest, LosesNothingWithAnUnreliableServer) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        FakeKinesis server([seed](std::uint64_t call) {
            return static_cast<Mood>(engine::mix(seed, call) % 6);
        });
        open();
        begin(endpoint(server.url()));
        create();
        put_many(9, 12);
        const auto taken = server.await(108);
        // The sender knows that records were sent only after the server has confirmed them.
        sender_->stop();
        ASSERT_EQ(taken.size(), 9U) << "seed " << seed;
        expect_all(taken, 12);
        sender_.reset();
    }
}

TEST_F(SenderTest, ReportsWhyNothingIsSent) {
    open();
    create();
    put("a", 1);
    begin(endpoint("http://127.0.0.1:1"));
    while (figures().failures < 2) std::this_thread::yield();
    EXPECT_EQ(
        figures().last_error,
        "the Kinesis server gives no answer: cannot connect: Connection refused"
    );
    EXPECT_EQ(figures().waiting, 1U);
    sender_.reset();
}

TEST_F(SenderTest, ARestartedProcessSendsWhatTheLastOneLeft) {
    const testing::TemporaryDirectory directory;
    FakeKinesis dead([](std::uint64_t) { return Mood::Fails; });
    WorldOptions options;
    options.directory = directory.path() + "/data";
    open(options);
    create();
    begin(endpoint(dead.url()));
    put_many(3, 5);
    while (dead.calls() < 2) std::this_thread::yield();
    sender_->stop();
    sender_.reset();
    ASSERT_TRUE(world_->engine().close());
    world_.reset();

    FakeKinesis server([](std::uint64_t) { return Mood::Takes; });
    open(options);
    begin(endpoint(server.url()));
    const auto taken = server.await(15);
    sender_->stop();
    expect_all(taken, 5);
    EXPECT_EQ(taken.size(), 3U);
    EXPECT_EQ(figures().waiting, 0U);
    ASSERT_TRUE(world_->engine().close());
    sender_.reset();

    open(options);
    EXPECT_TRUE(world_->universe().outbox().streams().empty());
    ASSERT_TRUE(world_->engine().close());
}

TEST_F(SenderTest, AStopSendsAsMuchAsPossible) {
    const testing::TemporaryDirectory directory;
    open();
    begin(std::make_unique<FolderSink>(directory.path()));
    create();
    put_many(3, 50);
    sender_->stop();
    EXPECT_EQ(figures().sent, 150U);
}

TEST_F(SenderTest, AdverseStreamsGetRecordsLateAndTwice) {
    FakeKinesis server([](std::uint64_t) { return Mood::Takes; });
    open();
    world_->call("POST", "/clock/freeze");
    EXPECT_NE(
        world_
            ->call(
                "PUT", "/streams", R"({"kinesisLag":{"uniform":[0,5000]},"kinesisDuplicates":1})"
            )
            .find(R"("kinesisDuplicates":1)"),
        std::string::npos
    );
    begin(endpoint(server.url()));
    create();
    put_many(20, 3);
    EXPECT_GT(figures().waiting, 0U);
    world_->call("POST", "/clock/advance", R"({"ms":6000})");
    const auto taken = server.await(60);
    sender_->stop();
    expect_all(taken, 3);
    for (const auto& [item, numbers] : taken) EXPECT_EQ(numbers.size(), 6U) << item;
}

}  // namespace
}  // namespace stator::emulator::integrations::kinesis
