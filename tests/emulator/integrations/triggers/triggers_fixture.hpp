// A world whose triggers run, and functions for them, which are servers inside the test.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "emulator/integrations/triggers/runner.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "protocol/wire/json.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/scripted_server.hpp"

namespace stator::emulator::integrations::triggers {

using testing::json_reply;
using testing::ScriptedRequest;
using testing::ScriptedServer;
using testing::World;
using testing::WorldOptions;

inline constexpr std::chrono::seconds kPatience{20};

// A function that answers as the test decides, and stores the events that it receives.
class Function {
public:
    using Answer = std::function<std::optional<std::string>(const std::string& event)>;

    explicit Function(Answer answer = [](const std::string&) { return json_reply(200, "{}"); })
        : answer_(std::move(answer)), server_([this](const ScriptedRequest& request) {
              {
                  const std::lock_guard lock(mutex_);
                  heads_.push_back(request.head);
                  events_.push_back(request.body);
                  changed_.notify_all();
              }
              return answer_(request.body);
          }) {}

    std::string url(const std::string& path = "/") const { return server_.url() + path; }

    // The events so far, after at least `count` have arrived.
    std::vector<std::string> await(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, kPatience, [&] { return events_.size() >= count; });
        return events_;
    }

    std::vector<std::string> heads() {
        const std::lock_guard lock(mutex_);
        return heads_;
    }

private:
    const Answer answer_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> heads_;
    std::vector<std::string> events_;
    ScriptedServer server_;  // last: it calls the members above
};

// The keys of an event's records: "a b".
inline std::string keys_of(const std::string& event) {
    const auto document = protocol::wire::JsonDocument::parse(event);
    std::string keys;
    for (const auto& element : document->root().find("Records")->elements()) {
        const protocol::wire::JsonView record(element);
        const auto key = record.find("dynamodb")->find("Keys")->find("pk")->find("S");
        keys.append(keys.empty() ? "" : " ").append(key->string());
    }
    return keys;
}

inline std::vector<std::string> keys_of(const std::vector<std::string>& events) {
    std::vector<std::string> keys;
    for (const std::string& event : events) keys.push_back(keys_of(event));
    return keys;
}

class Triggers : public ::testing::Test {
protected:
    Triggers() { open(); }

    ~Triggers() override {
        if (runner_ != nullptr) runner_->stop();
        std::filesystem::remove_all(directory_);
    }

    void open(WorldOptions options = {}, bool allows_commands = true) {
        runner_.reset();
        options.engine.partitions = 1;
        world_ = std::make_unique<World>(std::move(options));
        RunnerOptions runner;
        runner.sources = [this] {
            std::vector<TriggerSource> sources;
            for (const auto& laboratory : world_->laboratories().all()) {
                sources.push_back(
                    {{laboratory, &laboratory->universe()}, {laboratory, &laboratory->triggers()}}
                );
            }
            return sources;
        };
        runner.directory = directory_;
        runner.allows_commands = allows_commands;
        runner.journal = world_->engine().journal();
        runner_ = std::make_unique<TriggerRunner>(world_->engine(), std::move(runner));
        world_->call("POST", "/clock/freeze");
    }

    void create_table(const std::string& name = "Tab") {
        world_->create_table("", name, testing::kStreamOn);
    }

    // Sets the mapping, with further members.
    std::string map(const std::string& url, const std::string& more = "") {
        return world_->call(
            "PUT",
            "/triggers",
            R"({"mappings":[{"Table":"Tab","Url":")" + url + "\"" + (more.empty() ? "" : ",") +
                more + "}]}"
        );
    }

    // The state of the mappings after all work is done.
    std::string await_idle() {
        return await([](const std::string& state) {
            return state.find("\"Idle\":true") != std::string::npos;
        });
    }

    std::string await_text(const std::string& text) {
        return await([&](const std::string& state) { return state.find(text) != std::string::npos; }
        );
    }

    std::string await(const std::function<bool(const std::string&)>& is_so) {
        const auto deadline = std::chrono::steady_clock::now() + kPatience;
        std::string state;
        do {
            state = world_->call("GET", "/triggers");
            if (is_so(state)) break;
            std::this_thread::yield();
        } while (std::chrono::steady_clock::now() < deadline);
        return state;
    }

    std::string read_file(const std::string& name) const {
        std::ifstream file(directory_ + "/" + name);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    const std::string directory_ = ::testing::TempDir() + "stator-triggers-" +
                                   ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::unique_ptr<World> world_;
    std::unique_ptr<TriggerRunner> runner_;
};

}  // namespace stator::emulator::integrations::triggers
