// Triggers: each table has an event source mapping whose settings and whose function's failures
// come from a seed. The events that the function receives, and the failed records, are compared
// with the changes of the model.
//
// Everything happens immediately and on this thread: a call is answered before run() returns.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/integrations/triggers/mapping_run.hpp"
#include "tests/simulation/comparison.hpp"
#include "tests/simulation/triggers/delivery_book.hpp"

namespace stator::simulation {

class TriggerSteps {
public:
    // Both must outlive it. `swallows_failures`: some failed calls are taken for successes.
    TriggerSteps(System& system, Model& model, std::uint64_t seed, bool swallows_failures);
    ~TriggerSteps();

    // Takes over the model's records for triggers, and does the pending work. Everything that can
    // be read is durable.
    std::optional<Difference> run();

    // The universe is about to be replaced: runs start again at its stored positions.
    void stop();

    // Advances the clock until no deliveries are left, without other pending work. Every record
    // must then have been delivered, or have failed.
    std::optional<Difference> finish();

private:
    using Answer = std::pair<
        std::shared_ptr<emulator::integrations::triggers::LaneRun>,
        protocol::formats::triggers::FunctionReply>;

    struct Call {
        emulator::integrations::triggers::FunctionCall call;
        emulator::integrations::triggers::FunctionAnswered answered;
    };

    // The trigger of one table.
    struct Trigger {
        emulator::integrations::triggers::MappingPtr mapping;
        std::unique_ptr<emulator::integrations::triggers::MappingRun> run;
        DeliveryBook book;
        // The states of tumbling windows, by shard and start.
        std::map<std::string, std::int64_t> states;
    };

    std::uint64_t draw(std::uint64_t below);
    emulator::integrations::triggers::MappingPtr draw_mapping(std::size_t table);
    void begin();
    void take_expected(std::size_t table);
    // Returns the time of the next pending work.
    engine::Instant run(Trigger& trigger);
    protocol::formats::triggers::FunctionReply answer(
        Trigger& trigger, const emulator::integrations::triggers::FunctionCall& call
    );
    protocol::formats::triggers::FunctionReply answer_event(
        Trigger& trigger, const std::string& body
    );
    protocol::formats::triggers::FunctionReply fail(
        Trigger& trigger, const std::vector<SightedRecord>& records, const std::string& state
    );
    protocol::formats::triggers::FunctionReply take_report(
        Trigger& trigger, const std::string& body
    );
    // The function's next state, as a member of its answer; "" without windows.
    std::string next_state(Trigger& trigger, const rapidjson::Document& event, std::size_t records);
    void complain(const Trigger& trigger, const std::string& text);

    System& system_;
    Model& model_;
    const std::uint64_t seed_;
    const bool swallows_failures_;
    std::uint64_t draws_ = 0;
    std::vector<Trigger> triggers_;
    std::vector<Call> calls_;
    std::vector<Answer> answers_;
    std::optional<Difference> difference_;
};

}  // namespace stator::simulation
