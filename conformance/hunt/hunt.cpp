#include "conformance/hunt/hunt.hpp"

#include <algorithm>

#include "conformance/generate/mutation.hpp"
#include "conformance/generate/table_writer.hpp"
#include "conformance/hunt/invariant.hpp"
#include "conformance/hunt/outcome.hpp"
#include "conformance/hunt/shrink.hpp"

namespace stator::conformance::hunt {
namespace {

using generate::KnownTable;
using generate::Request;

constexpr std::size_t kTablesAtOnce = 2;
constexpr std::uint64_t kProgressEvery = 1000;

class Hunt {
public:
    Hunt(std::vector<std::unique_ptr<Side>>& sides, const HuntSettings& settings)
        : comparison_(sides), settings_(settings) {}

    HuntResult run(const std::function<void(const HuntResult&)>& on_progress) {
        for (std::uint64_t i = 0; i < settings_.requests && result_.complaint.empty(); ++i) {
            if (i % settings_.tables_every == 0 || needs_tables_) make_tables(i);
            if (!result_.complaint.empty()) break;
            Random random(settings_.seed, 2 * i);
            send(i, random);
            result_.requests = i + 1;
            if (i % settings_.invariant_every == 0) check_invariant(i, random);
            if (i % kProgressEvery == kProgressEvery - 1) on_progress(result_);
            const bool is_spent =
                settings_.units > 0 && comparison_.subject().units() > settings_.units;
            if (is_spent) result_.complaint = "the budget of units is used up";
        }
        comparison_.drop(tables_);
        shrink_all();
        return std::move(result_);
    }

private:
    void make_tables(std::uint64_t number) {
        comparison_.drop(tables_);
        tables_.clear();
        Random random(settings_.seed, 2 * number + 1);
        for (std::size_t i = 0; i < kTablesAtOnce; ++i) {
            const std::string name =
                "hunt-" + settings_.run_id + "-" + std::to_string(number) + "-" + std::to_string(i);
            tables_.push_back({generate::random_table(name, random), {}});
        }
        needs_tables_ = false;
        if (!comparison_.create(tables_)) {
            result_.complaint = comparison_.subject().name() + " does not make tables";
        }
    }

    Request next_request(Random& random) const {
        generate::RequestWriter writer(random, tables_);
        Request request = writer.any();
        if (random.percent(50)) return request;
        for (int i = random.between(1, 2); i > 0; --i) {
            request.body = generate::mutated(request.body, random);
        }
        return request;
    }

    void send(std::uint64_t number, Random& random) {
        const Request request = next_request(random);
        const std::vector<KnownTable> before = tables_;
        const Observation observation = comparison_.send(request, tables_);
        result_.clusters.note_refusals(observation.signature);
        needs_tables_ = changes_tables(request) || observation.has_loss;
        if (observation.has_loss) {
            for (const std::string& name : comparison_.leave_out_silent()) {
                result_.remarks.push_back(
                    name + " has not answered since request " + std::to_string(number)
                );
            }
        }
        if (observation.signature.has_difference()) {
            result_.clusters.add(
                observation.signature, number, exemplar_of(request, before, observation)
            );
        }
        const std::string fault = fault_of_reply(request, observation.answers.front());
        if (!fault.empty()) {
            note_breach({"reply", fault, 1, number, exemplar_of(request, before, observation)});
        }
    }

    static Exemplar exemplar_of(
        const Request& request,
        const std::vector<KnownTable>& tables,
        const Observation& observation
    ) {
        Exemplar exemplar{request, tables, {}};
        for (const Answer& answer : observation.answers) exemplar.answers.push_back(answer.body);
        return exemplar;
    }

    void note_breach(Breach breach) {
        const std::string kind = skeleton(breach.sentence);
        for (Breach& known : result_.breaches) {
            if (known.invariant != breach.invariant || skeleton(known.sentence) != kind) continue;
            ++known.count;
            return;
        }
        result_.breaches.push_back(std::move(breach));
    }

    void check_invariant(std::uint64_t number, Random& random) {
        if (needs_tables_) return;
        const Invariant& invariant = random.one_of(invariants());
        const KnownTable& table = random.one_of(tables_);
        if (table.items.empty()) return;
        const Request request = invariant.plan(table, random);
        if (request.operation.empty()) return;
        const std::string fault = invariant.judge(comparison_.subject(), table, request);
        if (fault.empty()) return;
        note_breach({std::string(invariant.name), fault, 1, number, {request, {table}, {}}});
    }

    void shrink_all() {
        std::size_t left = settings_.shrunk_max;
        for (Breach& breach : result_.breaches) {
            if (left-- > 0) shrink_breach(breach);
        }
        auto ranked = result_.clusters.ranked();
        for (const Rank rank : {Rank::Agreed, Rank::Single}) {
            for (const Group& group : ranked[rank]) {
                if (left == 0) return;
                --left;
                shrink_cluster(*group.shortest);
            }
        }
    }

    /// Creates the exemplar's tables and passes them to `use`. Does nothing if they cannot be
    /// created.
    template <class Use>
    void with_tables(const Exemplar& exemplar, Use use) {
        comparison_.drop(exemplar.tables);
        if (comparison_.create(exemplar.tables)) use();
        comparison_.drop(exemplar.tables);
    }

    void shrink_cluster(const Cluster& cluster) {
        with_tables(cluster.exemplar, [&] {
            Exemplar smallest = cluster.exemplar;
            const StillShows still_shows = [&](const Exemplar& candidate) {
                std::vector<KnownTable> tables = candidate.tables;
                comparison_.restore(tables);
                const Observation seen = comparison_.send(candidate.request, tables);
                if (seen.signature != cluster.signature) return false;
                smallest = exemplar_of(candidate.request, candidate.tables, seen);
                return true;
            };
            if (!still_shows(cluster.exemplar)) return;
            const Exemplar ignored = shrunk(smallest, still_shows, settings_.attempts_max);
            result_.smallest[cluster.signature] = smallest;
        });
    }

    void shrink_breach(Breach& breach) {
        const auto invariant =
            std::find_if(invariants().begin(), invariants().end(), [&](const Invariant& one) {
                return one.name == breach.invariant;
            });
        const std::string kind = skeleton(breach.sentence);
        with_tables(breach.exemplar, [&] {
            const StillShows still_shows = [&](const Exemplar& candidate) {
                std::vector<KnownTable> tables = candidate.tables;
                comparison_.restore(tables);
                std::string fault;
                if (invariant == invariants().end()) {
                    const Observation seen = comparison_.send(candidate.request, tables);
                    fault = fault_of_reply(candidate.request, seen.answers.front());
                } else {
                    fault =
                        invariant->judge(comparison_.subject(), tables.front(), candidate.request);
                }
                if (fault.empty()) return false;
                breach.sentence = fault;
                return true;
            };
            if (!still_shows(breach.exemplar)) return;
            breach.exemplar = shrunk(breach.exemplar, still_shows, settings_.attempts_max);
            still_shows(breach.exemplar);
        });
    }

    Comparison comparison_;
    const HuntSettings& settings_;
    std::vector<KnownTable> tables_;
    bool needs_tables_ = false;
    HuntResult result_;
};

}  // namespace

HuntResult run_hunt(
    std::vector<std::unique_ptr<Side>>& sides,
    const HuntSettings& settings,
    const std::function<void(const HuntResult&)>& on_progress
) {
    return Hunt(sides, settings).run(on_progress);
}

}  // namespace stator::conformance::hunt
