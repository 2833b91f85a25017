// Triggers: each table has an event source mapping whose settings and whose function's failures
// come from a seed. What the function is called with, and what is given up, is compared with the
// changes that the model made.
//
// Everything happens at once and on this thread: a call is answered before run() returns.
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
    // Both must outlive it. `swallows_failures`: some calls that failed are taken for successes.
    TriggerSteps(System& system, Model& model, std::uint64_t seed, bool swallows_failures);
    ~TriggerSteps();

    // Takes over what the model has for triggers, and does what is due now. Everything that can be
    // read is durable.
    std::optional<Difference> run();

    // The universe is about to be another one: runs begin anew, where its positions say.
    void stop();

    // Moves the clock on until nothing is left to do, without anything else that is due: every
    // record must have been delivered then, or given up.
    std::optional<Difference> finish();

private:
    using Answer = std::pair<
        std::shared_ptr<emulator::integrations::triggers::LaneRun>,
        protocol::formats::triggers::FunctionReply>;

    struct Call {
        emulator::integrations::triggers::FunctionCall call;
        emulator::integrations::triggers::FunctionAnswered answered;
    };

    // One table's.
    struct Trigger {
        emulator::integrations::triggers::MappingPtr mapping;
        std::unique_ptr<emulator::integrations::triggers::MappingRun> run;
        DeliveryBook book;
        // Of tumbling windows, by shard and start.
        std::map<std::string, std::int64_t> states;
    };

    std::uint64_t draw(std::uint64_t below);
    emulator::integrations::triggers::MappingPtr draw_mapping(std::size_t table);
    void begin();
    void take_expected(std::size_t table);
    // Returns when the next thing is due.
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
