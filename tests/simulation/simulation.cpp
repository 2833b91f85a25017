#include "tests/simulation/simulation.hpp"

#include <string_view>

#include "tests/simulation/backup_steps.hpp"
#include "tests/simulation/bulk_steps.hpp"
#include "tests/simulation/comparison.hpp"
#include "tests/simulation/model/model.hpp"
#include "tests/simulation/operations/table_definition.hpp"
#include "tests/simulation/shelves.hpp"
#include "tests/simulation/system.hpp"
#include "tests/simulation/triggers/trigger_steps.hpp"

namespace stator::simulation {
namespace {

// Streams are long: only every fourth comparison replays them.
constexpr std::size_t kStreamInterval = 4;

std::string text_of(const std::string& error, const std::vector<std::string>& reasons) {
    std::string text = error.empty() ? "success" : error;
    for (const std::string& reason : reasons) text.append(" ").append(reason);
    return text;
}

// Errors within a reply are compared only by their codes, like errors that are replies.
std::string without_messages(std::string reply) {
    constexpr std::string_view kMember = ",\"Message\":\"";
    for (auto at = reply.find(kMember); at != std::string::npos; at = reply.find(kMember, at)) {
        reply.erase(at, reply.find('"', at + kMember.size()) + 1 - at);
    }
    return reply;
}

std::optional<Difference> compare_answer(const Answer& answer, const Expectation& expectation) {
    const std::string actual = text_of(answer.error, answer.reasons);
    const std::string expected = text_of(expectation.error, expectation.reasons);
    if (actual != expected) {
        return Difference{"answer", actual + " (" + answer.text + "), expected " + expected};
    }
    if (!expectation.reply || *expectation.reply == without_messages(answer.text)) {
        return std::nullopt;
    }
    return Difference{"reply", answer.text + ", expected " + *expectation.reply};
}

// One run; each step returns its difference.
class Run {
public:
    explicit Run(const SimulationOptions& options)
        : system_(
              {options.delays.time_to_live_ms,
               options.delays.table_ms,
               options.is_persistent,
               journal_fault_of(options.plant),
               options.history_limit_bytes}
          ),
          model_(options.delays, options.is_persistent, options.history_limit_bytes != 0),
          shelves_(system_),
          backups_(system_, model_),
          bulk_(system_, model_),
          triggers_(
              system_, model_, options.trigger_seed, options.plant == Plant::SwallowedFailure
          ),
          has_triggers_(options.trigger_seed != 0),
          is_slow_(options.delays.table_ms != 0),
          saboteur_(options.plant, system_) {}

    std::optional<Difference> step(const Operation& operation) {
        const Operation now = resolved(operation, system_.now_ms());
        if (!std::holds_alternative<Crash>(now)) run_due();
        saboteur_.before(now);
        const std::uint64_t before = appended();
        auto difference = std::visit([this](const auto& one) { return run(one); }, now);
        model_.note_tickets(before, appended());
        saboteur_.after(now);
        return difference;
    }

    std::optional<Difference> finish() {
        run_due();
        if (auto difference = compare_worlds({})) return difference;
        sync();
        return has_triggers_ ? triggers_.finish() : std::nullopt;
    }

private:
    // Deletions at the same time have no order in the model, so a crash keeps all or none.
    void run_due() {
        const std::uint64_t before = appended();
        system_.run_due();
        model_.run_due(system_.now_ms());
        model_.note_tickets(before, appended());
        if (system_.is_persistent()) system_.journal()->keep_together(before, appended());
    }

    std::uint64_t appended() { return system_.is_persistent() ? system_.journal()->appended() : 0; }

    void sync() {
        if (system_.is_persistent()) system_.journal()->sync();
        model_.forget_commits(model_.history_size());
    }

    // Compares the world of the run, and those left behind.
    std::optional<Difference> compare_worlds(const Look& look) {
        if (auto difference = compare_all(system_.world(), model_, look)) return difference;
        return shelves_.compare(look);
    }

    template <class Change>
    std::optional<Difference> run_change(const Change& change) {
        return compare_answer(system_.run(request_of(change)), model_.apply(change));
    }

    template <class Read>
    std::optional<Difference> run_read(const Read& read) {
        return compare_answer(system_.run(request_of(read)), model_.expect(read));
    }

    std::optional<Difference> run(const SingleWrite& single) {
        const bool is_in_replica =
            single.is_in_replica && model_.table(single.write.key.table).has_replica;
        if (!is_in_replica) return run_change(single);
        const std::uint64_t before = appended();
        const Answer answer = system_.run(request_of(single), kReplicaRegion);
        auto difference = compare_answer(answer, model_.apply(single));
        model_.note_tickets(before, appended());
        // The write must reach the home region now: after a crash it would arrive later, with that
        // time in its record.
        run_due();
        sync();
        return difference;
    }

    std::optional<Difference> run(const BatchWrite& batch) { return run_change(batch); }

    // Everything before is durable, and so are the puts after: no crash happens in between, because
    // it would restart the operation.
    std::optional<Difference> run(const BulkPut& bulk) {
        if (is_slow_ || bulk.writes.empty()) return std::nullopt;
        sync();
        const std::uint64_t before = appended();
        auto difference = bulk_.run(bulk);
        model_.note_tickets(before, appended());
        sync();
        return difference;
    }

    template <class Transaction>
    std::optional<Difference> run_transaction(const Transaction& transaction) {
        const Request request = request_of(transaction);
        return compare_answer(system_.run(request), model_.apply(transaction, request.json));
    }

    std::optional<Difference> run(const TransactWrite& transaction) {
        return run_transaction(transaction);
    }

    std::optional<Difference> run(const GetItem& get) { return run_read(get); }

    std::optional<Difference> run(const BatchGet& batch) { return run_read(batch); }

    std::optional<Difference> run(const TransactGet& gets) { return run_read(gets); }

    std::optional<Difference> run(const Query& query) {
        return compare_query(system_.world(), model_, query);
    }

    std::optional<Difference> run(const StatementWrite& statement) { return run_change(statement); }

    std::optional<Difference> run(const StatementGet& statement) { return run_read(statement); }

    std::optional<Difference> run(const StatementQuery& statement) {
        return compare_query(system_.world(), model_, statement);
    }

    std::optional<Difference> run(const StatementBatchWrite& batch) { return run_change(batch); }

    std::optional<Difference> run(const StatementBatchGet& batch) { return run_read(batch); }

    std::optional<Difference> run(const StatementTransactWrite& transaction) {
        return run_transaction(transaction);
    }

    std::optional<Difference> run(const StatementTransactGet& gets) { return run_read(gets); }

    // Applies the change in all regions, one after the other: no crash happens in between.
    template <class Change>
    std::optional<Difference> run_everywhere(const Change& change) {
        const std::uint64_t before = appended();
        auto difference = run_change(change);
        if (!model_.table(change.table).has_replica) return difference;
        model_.note_tickets(before, appended());
        sync();
        return difference;
    }

    std::optional<Difference> run(const IndexChange& change) {
        return model_.is_possible(change) ? run_everywhere(change) : std::nullopt;
    }

    std::optional<Difference> run(const TimeToLiveChange& change) { return run_everywhere(change); }

    std::optional<Difference> run(const PolicyChange& change) { return run_change(change); }

    std::optional<Difference> run(const StreamChange& change) {
        return model_.is_possible(change) ? run_change(change) : std::nullopt;
    }

    std::optional<Difference> run(const BackupCreation& creation) { return backups_.run(creation); }

    std::optional<Difference> run(const BackupDeletion& deletion) { return backups_.run(deletion); }

    std::optional<Difference> run(const BackupRestore& restore) { return backups_.run(restore); }

    std::optional<Difference> run(const RecoveryChange& change) { return backups_.run(change); }

    std::optional<Difference> run(const MomentRestore& restore) { return backups_.run(restore); }

    // Everything before is durable, and so is the change after.
    std::optional<Difference> run(const ReplicaChange& change) {
        if (!model_.is_possible(change)) return std::nullopt;
        sync();
        const Answer answer = system_.run(request_of(change));
        if (!answer.error.empty()) {
            return Difference{"answer", answer.error + " (" + answer.text + ") for a replica"};
        }
        system_.complete_changes(table_name(change.table));
        model_.set_replica(change.table, change.creates);
        sync();
        return std::nullopt;
    }

    std::optional<Difference> run(const PartitionSplit& split) {
        system_.split(split.table, split.hash);
        return std::nullopt;
    }

    std::optional<Difference> run(const TimeAdvance& advance) {
        system_.advance(advance.milliseconds);
        return std::nullopt;
    }

    // Everything before is durable, and so is the fact that it was sent: no crash happens in
    // between.
    std::optional<Difference> run(const JournalSync&) {
        sync();
        if (auto difference = compare_outgoing(system_.world(), model_)) return difference;
        system_.send_to_kinesis();
        model_.forget_outgoing();
        sync();
        // Their positions may be lost: then they deliver again.
        return has_triggers_ ? triggers_.run() : std::nullopt;
    }

    std::optional<Difference> run(const Restart&) {
        if (!system_.is_persistent()) return std::nullopt;
        triggers_.stop();
        system_.restart();
        model_.forget_commits(model_.history_size());
        model_.restart_changes(system_.now_ms());
        shelves_.restart();
        run_due();
        auto difference = compare_worlds({});
        if (difference) difference->text.append(" (after a restart)");
        return difference;
    }

    std::optional<Difference> run(const Crash& crash) {
        if (!system_.is_persistent()) return std::nullopt;
        triggers_.stop();
        const std::uint64_t saved = system_.crash(crash.kept_batches);
        // A restore that the crash may have interrupted continues immediately.
        system_.complete_changes(kRestoredTable);
        model_.lose_commits_above(saved);
        shelves_.restart();
        if (auto difference = find_prefix()) return difference;
        auto difference = shelves_.compare({});
        if (difference) difference->text.append(" (after a crash)");
        return difference;
    }

    // The state must be the model's after some prefix of its commits: all that are certainly saved,
    // and some of those of the step that the crash has cut. Expired items are deleted again.
    std::optional<Difference> find_prefix() {
        std::optional<Difference> first;
        while (true) {
            const std::size_t commits = model_.history_size();
            model_.restart_changes(system_.now_ms());
            model_.run_due(system_.now_ms());
            const auto difference = compare_all(system_.world(), model_, {});
            if (!difference) {
                model_.forget_commits(commits);
                model_.note_tickets(0, appended());
                system_.journal()->keep_together(0, appended());
                return std::nullopt;
            }
            if (!first) first = difference;
            while (model_.history_size() > commits) model_.undo_last_commit();
            if (commits == 0) break;
            model_.undo_last_commit();
        }
        first->text = "no prefix of the commits fits; with all of them " + first->text;
        return first;
    }

    // Everything before is durable, and so is the copy after: no crash happens in between.
    std::optional<Difference> run(const Fork& fork) {
        sync();
        triggers_.stop();
        shelves_.add(system_.fork(fork.goes_on_in_copy), model_.copy());
        sync();
        return std::nullopt;
    }

    std::optional<Difference> run(const Comparison& comparison) {
        const bool replays_streams = ++comparisons_ % kStreamInterval == 0;
        return compare_worlds({comparison.page_items, replays_streams});
    }

    System system_;
    Model model_;
    Shelves shelves_;
    BackupSteps backups_;
    BulkSteps bulk_;
    TriggerSteps triggers_;
    const bool has_triggers_;
    const bool is_slow_;  // a bulk operation would take a while
    Saboteur saboteur_;
    std::size_t comparisons_ = 0;
};

}  // namespace

SimulationOptions options_of(std::uint64_t seed, Plant plant) {
    SimulationOptions options;
    options.is_persistent = seed % 8 == 0 || needs_persistence(plant);
    options.delays.table_ms = seed % 5 == 1 ? 20'000 : 0;
    options.delays.time_to_live_ms = seed % 3 == 0 ? 20'000 : 0;
    options.history_limit_bytes = seed % 7 == 2 ? 100'000 : 0;
    options.trigger_seed = seed;
    options.plant = plant;
    return options;
}

std::optional<Failure> simulate(
    const std::vector<Operation>& operations, const SimulationOptions& options
) {
    Run run(options);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        if (auto difference = run.step(operations[i])) {
            return Failure{i, difference->subject, difference->text};
        }
    }
    if (auto difference = run.finish()) {
        return Failure{operations.size(), difference->subject, difference->text};
    }
    return std::nullopt;
}

}  // namespace stator::simulation
