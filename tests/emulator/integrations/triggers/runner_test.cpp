// Triggers from a write to a function: mappings in the form of the admin API; the functions are
// servers inside the test, or commands.
#include "emulator/integrations/triggers/runner.hpp"

#include "tests/emulator/integrations/triggers/triggers_fixture.hpp"

namespace stator::emulator::integrations::triggers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::item;
using testing::number;
using testing::remove;
using testing::text;

TEST_F(Triggers, AWriteReachesTheFunction) {
    create_table();
    Function function;
    map(function.url("/2015-03-31/functions/function/invocations"));
    world_->put("", "Tab", "a", {{"b", testing::binary("\x01")}});
    const auto events = function.await(1);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_THAT(function.heads()[0], HasSubstr("POST /2015-03-31/functions/function/invocations "));
    const auto event = protocol::wire::JsonDocument::parse(events[0]);
    const auto record =
        protocol::wire::JsonView(*event->root().find("Records")->elements().begin());
    EXPECT_EQ(record.string_or_empty("eventName"), "INSERT");
    EXPECT_EQ(record.string_or_empty("eventSourceARN"), world_->stream_arn("", "Tab"));
    EXPECT_EQ(
        record.find("dynamodb")->find("NewImage")->text(), R"({"b":{"B":"AQ=="},"pk":{"S":"a"}})"
    );
    EXPECT_THAT(await_idle(), HasSubstr(R"("LastProcessingResult":"OK")"));
}

TEST_F(Triggers, StartingPositions) {
    create_table();
    world_->put("", "Tab", "a");
    Function latest;
    Function oldest;
    world_->call(
        "PUT",
        "/triggers",
        R"({"mappings":[{"Name":"l","Table":"Tab","Url":")" + latest.url() +
            R"("},{"Name":"t","Table":"Tab","StartingPosition":"TRIM_HORIZON","Url":")" +
            oldest.url() + R"("}]})"
    );
    await_idle();
    world_->put("", "Tab", "b");
    await_idle();
    EXPECT_THAT(keys_of(latest.await(1)), ElementsAre("b"));
    EXPECT_THAT(keys_of(oldest.await(2)), ElementsAre("a", "b"));
}

TEST_F(Triggers, OnlyRecordsThatPassAFilterAreDelivered) {
    create_table();
    Function function;
    map(function.url(),
        R"("FilterCriteria":{"Filters":[{"Pattern":"{\"eventName\":[\"REMOVE\"]}"},)"
        R"({"Pattern":{"dynamodb":{"Keys":{"pk":{"S":["b"]}}}}}]})");
    for (const std::string key : {"a", "b", "c"}) world_->put("", "Tab", key);
    world_->run("", remove("Tab", item({{"pk", text("c")}})));
    const std::string state = await_idle();
    EXPECT_THAT(state, HasSubstr(R"("DeliveredRecords":2,"FilteredRecords":2)"));
    std::string all;
    for (const std::string& keys : keys_of(function.await(1))) all.append(keys).append(" ");
    EXPECT_EQ(all, "b c ");
}

TEST_F(Triggers, ExpiredItemsAreDelivered) {
    create_table();
    world_->enable_time_to_live("", "Tab");
    Function function;
    map(function.url(),
        R"("FilterCriteria":{"Filters":[{"Pattern":{"userIdentity":)"
        R"({"type":["Service"],"principalId":["dynamodb.amazonaws.com"]}}}]})");
    world_->put("", "Tab", "a", {{"gone", number(1'750'000'001)}});
    world_->put("", "Tab", "b");
    world_->run("", remove("Tab", item({{"pk", text("b")}})));
    world_->call("POST", "/clock/advance", R"({"by":"1m"})");
    EXPECT_THAT(keys_of(function.await(1)), ElementsAre("a"));
    EXPECT_THAT(await_idle(), HasSubstr(R"("DeliveredRecords":1,"FilteredRecords":3)"));
}

TEST_F(Triggers, AFunctionThatFailsIsCalledAgainByTheClock) {
    create_table();
    std::atomic<int> calls = 0;
    Function function([&](const std::string&) { return json_reply(++calls == 1 ? 500 : 200, "{}"); }
    );
    map(function.url());
    world_->put("", "Tab", "a");
    EXPECT_THAT(await_text("\"RetriesAt\""), HasSubstr(R"("LastError":"status 500: {}")"));
    world_->call("POST", "/clock/advance", R"({"ms":499})");
    EXPECT_THAT(await_text("\"IteratorAgeMs\":499"), HasSubstr("\"IsCalling\":false"));
    EXPECT_EQ(calls, 1);
    world_->call("POST", "/clock/advance", R"({"ms":1})");
    EXPECT_THAT(await_idle(), HasSubstr(R"("Calls":2,"FailedCalls":1,"DeliveredRecords":1)"));
    const std::string calls_made = world_->call("GET", "/triggers/Tab/deliveries");
    EXPECT_THAT(
        calls_made,
        HasSubstr(R"("Succeeded":false,"Result":"status 500: {}","Records":1,"Attempt":1,"ShardId")"
        )
    );
    EXPECT_THAT(
        calls_made, HasSubstr(R"("Succeeded":true,"Result":"OK","Records":1,"Attempt":2,)")
    );
}

// The runner may look after a write has got its number and before its record exists.
TEST_F(Triggers, UnreadRecordsMeanThatItIsNotIdle) {
    create_table();
    Function function;
    map(function.url());
    std::atomic<bool> is_over = false;
    std::thread keeps_looking([&] {
        while (!is_over) world_->engine().changes().note();
    });
    for (int i = 1; i <= 1000 && !HasFailure(); ++i) {
        world_->put("", "Tab", std::to_string(i));
        EXPECT_THAT(await_idle(), HasSubstr(R"("DeliveredRecords":)" + std::to_string(i) + ","));
    }
    is_over = true;
    keeps_looking.join();
}

TEST_F(Triggers, FailedRecordsAreWrittenToAFile) {
    create_table();
    Function function([](const std::string&) { return json_reply(500, ""); });
    map(function.url(),
        R"("MaximumRetryAttempts":0,"DestinationConfig":{"OnFailure":{"Destination":"file:dead"}})"
    );
    world_->put("", "Tab", "a");
    EXPECT_THAT(await_idle(), HasSubstr(R"("GivenUpRecords":1)"));
    const std::string line = read_file("dead");
    EXPECT_THAT(
        line, HasSubstr(R"("condition":"RetryAttemptsExhausted","approximateInvokeCount":1)")
    );
    EXPECT_THAT(line, HasSubstr(R"("responseContext":{"statusCode":500,)"));
    EXPECT_THAT(line, HasSubstr(R"("batchSize":1,)"));
    EXPECT_THAT(line, HasSubstr(R"("payload":{"Records":[{"eventID")"));
}

TEST_F(Triggers, FailedRecordsAreSentToAnotherFunction) {
    create_table();
    Function function([](const std::string&) {
        return json_reply(200, R"({"errorMessage":"boom","errorType":"Error"})");
    });
    Function destination;
    map(function.url(),
        R"("MaximumRetryAttempts":0,"DestinationConfig":{"OnFailure":{"Destination":")" +
            destination.url() + "\"}}");
    world_->put("", "Tab", "a");
    const auto told = destination.await(1);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_THAT(told[0], HasSubstr(R"("functionError":"Unhandled")"));
    EXPECT_EQ(told[0].find("payload"), std::string::npos);
    await_idle();
}

TEST_F(Triggers, AFunctionThatIsDownLosesNothing) {
    create_table();
    std::string url;
    {
        const Function gone;
        url = gone.url();
    }
    map(url, R"("MaximumRetryAttempts":0)");
    world_->put("", "Tab", "a");
    EXPECT_THAT(await_text("\"RetriesAt\""), HasSubstr("nobody answers at http://127.0.0.1:"));
    Function function;
    map(function.url(), R"("MaximumRetryAttempts":0)");
    EXPECT_THAT(keys_of(function.await(1)), ElementsAre("a"));
}

TEST_F(Triggers, AFunctionThatHangsHasFailed) {
    create_table();
    Function function([](const std::string&) { return std::string(); });
    map(function.url(), R"("TimeoutInSeconds":1,"MaximumRetryAttempts":0)");
    world_->put("", "Tab", "a");
    EXPECT_THAT(await_idle(), HasSubstr("no answer within 1000 ms"));
}

TEST_F(Triggers, OnlyFailedItemsAreRetried) {
    create_table();
    Function function([first = true](const std::string& event) mutable {
        if (!std::exchange(first, false)) return json_reply(200, "");
        const auto document = protocol::wire::JsonDocument::parse(event);
        const auto records = document->root().find("Records")->elements();
        const protocol::wire::JsonView last(records[records.Size() - 1]);
        const std::string number(last.find("dynamodb")->string_or_empty("SequenceNumber"));
        return json_reply(200, R"({"batchItemFailures":[{"itemIdentifier":")" + number + "\"}]}");
    });
    map(function.url(),
        R"("FunctionResponseTypes":["ReportBatchItemFailures"],"MaximumBatchingWindowInSeconds":1)"
    );
    world_->put("", "Tab", "a");
    world_->put("", "Tab", "b");
    await_text("\"WaitingRecords\":2");
    world_->call("POST", "/clock/advance", R"({"ms":1000})");
    await_text("\"RetriesAt\"");
    world_->call("POST", "/clock/advance", R"({"ms":500})");
    await_idle();
    EXPECT_THAT(keys_of(function.await(2)), ElementsAre("a b", "b"));
}

TEST_F(Triggers, LanesKeepTheOrderOfEachKey) {
    create_table();
    Function function;
    map(function.url(), R"("ParallelizationFactor":10,"BatchSize":3)");
    for (int round = 0; round < 10; ++round) {
        for (const std::string key : {"a", "b", "c", "d", "e", "f"}) {
            world_->put("", "Tab", key, {{"n", number(round)}});
        }
    }
    EXPECT_THAT(await_idle(), HasSubstr(R"("DeliveredRecords":60)"));
    std::map<std::string, std::string> order;
    for (const std::string& event : function.await(1)) {
        const auto document = protocol::wire::JsonDocument::parse(event);
        for (const auto& element : document->root().find("Records")->elements()) {
            const auto image = protocol::wire::JsonView(element).find("dynamodb")->find("NewImage");
            order[std::string(image->find("pk")->string_or_empty("S"))] +=
                image->find("n")->string_or_empty("N");
        }
    }
    EXPECT_EQ(order.size(), 6U);
    for (const auto& [key, rounds] : order) EXPECT_EQ(rounds, "0123456789") << key;
}

TEST_F(Triggers, ATumblingWindowAddsUp) {
    create_table();
    Function function([](const std::string& event) {
        const auto document = protocol::wire::JsonDocument::parse(event);
        const auto records = document->root().find("Records")->size();
        const auto sum = document->root().find("state")->find("sum");
        const auto total = (sum ? sum->integer() : 0) + static_cast<std::int64_t>(records);
        return json_reply(200, R"({"state":{"sum":)" + std::to_string(total) + "}}");
    });
    map(function.url(), R"("TumblingWindowInSeconds":60)");
    world_->put("", "Tab", "a");
    await_idle();
    world_->put("", "Tab", "b");
    await_idle();
    world_->call("POST", "/clock/advance", R"({"ms":60000})");
    const auto events = function.await(3);
    ASSERT_EQ(events.size(), 3U);
    EXPECT_THAT(events[2], HasSubstr(R"("state":{"sum":2})"));
    EXPECT_THAT(events[2], HasSubstr(R"("Records":[])"));
    EXPECT_THAT(events[2], HasSubstr(R"("isFinalInvokeForWindow":true)"));
}

TEST_F(Triggers, ACommandIsAFunction) {
    create_table();
    std::filesystem::create_directories(directory_);
    const std::string out = directory_ + "/events";
    const auto command = [&](const std::string& script) {
        return world_->call(
            "PUT",
            "/triggers",
            R"({"mappings":[{"Table":"Tab","MaximumRetryAttempts":0,"TimeoutInSeconds":1,)"
            R"("Command":["/bin/sh","-c",")" +
                script + "\"]}]}"
        );
    };
    command("cat >> " + out + "; echo >> " + out);
    world_->put("", "Tab", "a");
    await_idle();
    EXPECT_THAT(read_file("events"), HasSubstr(R"("pk":{"S":"a"})"));
    command("echo broken >&2; exit 3");
    world_->put("", "Tab", "b");
    EXPECT_THAT(await_idle(), HasSubstr("exit code 3: broken"));
    command("sleep 100");
    world_->put("", "Tab", "c");
    EXPECT_THAT(await_text("within"), HasSubstr("no answer within 1000 ms"));
    await_idle();
}

TEST_F(Triggers, TheAdminApiNamesCommandsOnlyIfItMay) {
    open({}, false);
    create_table();
    world_->call("PUT", "/triggers", R"({"mappings":[{"Table":"Tab","Command":["/bin/true"]}]})");
    world_->put("", "Tab", "a");
    EXPECT_THAT(await_text("\"RetriesAt\""), HasSubstr("start with --trigger-commands"));
}

TEST_F(Triggers, ATableMayBeCreatedLater) {
    Function function;
    map(function.url());
    EXPECT_THAT(await_idle(), HasSubstr("\"HasStream\":false"));
    create_table();
    world_->put("", "Tab", "a");
    EXPECT_THAT(keys_of(function.await(1)), ElementsAre("a"));
    // Another stream of the same table.
    world_->run("", "DeleteTable", R"({"TableName":"Tab"})");
    world_->clock().advance(1);
    create_table();
    world_->put("", "Tab", "b");
    EXPECT_THAT(keys_of(function.await(2)), ElementsAre("a", "b"));
}

TEST_F(Triggers, ADisabledMappingContinuesWhereItStopped) {
    create_table();
    Function function;
    map(function.url());
    world_->put("", "Tab", "a");
    function.await(1);
    await_idle();
    map(function.url(), R"("Enabled":false)");
    world_->put("", "Tab", "b");
    EXPECT_THAT(await_idle(), HasSubstr(R"("State":"Disabled")"));
    EXPECT_EQ(function.await(1).size(), 1U);
    map(function.url());
    EXPECT_THAT(keys_of(function.await(2)), ElementsAre("a", "b"));
}

TEST_F(Triggers, ARestartDeliversNothingAgain) {
    const std::string data = directory_ + "/data";
    std::filesystem::create_directories(data);
    WorldOptions options;
    options.directory = data;
    open(options);
    create_table();
    Function function;
    map(function.url());
    world_->put("", "Tab", "a");
    await_idle();
    runner_->stop();
    world_->put("", "Tab", "b");
    runner_.reset();
    world_->engine().close();
    world_.reset();
    open(options);
    map(function.url());
    EXPECT_THAT(keys_of(function.await(2)), ElementsAre("a", "b"));
}

TEST_F(Triggers, AResetUniverseIsReadFromItsBeginning) {
    create_table();
    Function function;
    map(function.url());
    world_->put("", "Tab", "a");
    await_idle();
    world_->call("POST", "/universes/default/reset");
    create_table();
    world_->put("", "Tab", "b");
    EXPECT_THAT(keys_of(function.await(2)), ElementsAre("a", "b"));
    await_idle();
    const std::string made = world_->call("GET", "/triggers/Tab/deliveries");
    EXPECT_THAT(made, AllOf(HasSubstr(R"("Number":1,)"), Not(HasSubstr(R"("Number":2,)"))));
}

// However the reset and the thread that reads streams interleave.
TEST_F(Triggers, AResetUniverseIsNotReadAgain) {
    Function function;
    std::vector<std::string> written;
    for (int i = 0; i < 200; ++i) {
        create_table();
        if (i == 0) map(function.url());
        written.push_back(std::to_string(i));
        world_->put("", "Tab", written.back());
        ASSERT_EQ(function.await(written.size()).size(), written.size());
        await_idle();
        world_->call("POST", "/universes/default/reset");
    }
    EXPECT_EQ(keys_of(function.await(written.size())), written);
}

TEST_F(Triggers, ACopyDoesNotRepeat) {
    create_table();
    Function function;
    map(function.url());
    world_->put("", "Tab", "a");
    await_idle();
    world_->call("POST", "/universes", R"({"name":"copy","from":"default"})");
    world_->put("copy", "Tab", "b");
    EXPECT_THAT(keys_of(function.await(2)), ElementsAre("a", "b"));
    EXPECT_THAT(function.heads().back(), HasSubstr("x-stator-universe: copy"));
}

}  // namespace
}  // namespace stator::emulator::integrations::triggers
