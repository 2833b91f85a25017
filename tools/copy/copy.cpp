#include "tools/copy/copy.hpp"

#include <algorithm>
#include <ostream>

#include "emulator/base/count_text.hpp"
#include "protocol/base/result.hpp"
#include "tools/client/table_definition.hpp"

namespace stator::tools::copy {
namespace {

using emulator::count_text;

std::string side_text(const client::ApiSettings& side) {
    return side.endpoint + " (" + side.region + ")";
}

// Describes the copy. A copy resumes only if this text is the same as in its state file.
std::string subject_of(
    const CopyOptions& options, const client::ApiSettings& from, const client::ApiSettings& to
) {
    std::string text = "from " + side_text(from) + " to " + side_text(to);
    if (options.tables.empty()) return text;
    text.append(" of ");
    for (const std::string& table : options.tables) {
        text.append(&table == &options.tables.front() ? "" : ", ").append(table);
    }
    return text;
}

// Returns "3 items of 2 tables were copied".
std::string copied_text(std::uint64_t items, const std::string& of) {
    return count_text(items, "item").append(of).append(" ").append(emulator::were_text(items)) +
           " copied";
}

}  // namespace

Copy::Copy(
    CopyOptions options,
    const client::ApiSettings& from,
    const client::ApiSettings& to,
    const engine::Clock& clock,
    CopyAudience audience
)
    : options_(std::move(options)),
      subject_(subject_of(options_, from, to)),
      clock_(clock),
      audience_(audience),
      reads_(options_.read_units),
      writes_(options_.write_units),
      progress_(audience.err, audience.is_terminal, clock) {
    std::uint32_t seed = 0;
    const auto patient = [&](client::ApiSettings side) {
        side.seed = seed++;
        side.wait = [this](std::chrono::milliseconds delay) { pause_.wait(delay); };
        return side;
    };
    for (std::size_t worker = 0; worker < options_.segments; ++worker) {
        links_.emplace_back(new Link{{patient(from), clock}, {patient(to), clock}});
    }
}

emulator::Accepted<void> Copy::run() {
    auto done = copy_all();
    if (done.has_value()) return done;
    std::string sentence = done.error().sentence;
    const bool has_state = state_ != nullptr && !state_->tables().empty();
    if (!has_state || options_.is_dry) return emulator::Refusal{sentence};
    while (sentence.ends_with('.')) sentence.pop_back();
    return emulator::Refusal{
        sentence + "; " + count_text(copied_items(), "item") +
        " are there; the same command goes on."};
}

emulator::Accepted<void> Copy::copy_all() {
    const engine::Instant began = clock_.now();
    if (!options_.rules_path.empty()) {
        STATOR_TRY(anonymiser_, anonymise::Anonymiser::load(options_.rules_path));
        constexpr std::size_t kShownDigits = 8;
        subject_ += " by the rules " + anonymiser_->fingerprint().substr(0, kShownDigits);
    }
    STATOR_TRY(state_, CopyState::open(options_.state_path, subject_));
    tools_.reset(new CopyTools{
        links_, *state_, pause_, reads_, writes_, progress_, clock_, anonymiser_.get()});
    STATOR_TRY(const std::vector<TablePlan> plans, plan());
    if (options_.is_dry) {
        tell(plans);
        return {};
    }
    if (!state_->has_begun()) {
        STATOR_CHECK(state_->change([&](std::vector<TableState>& tables) {
            for (const TablePlan& plan : plans) {
                TableState table{plan.name, !plan.is_there};
                table.segments.resize(options_.segments);
                tables.push_back(std::move(table));
            }
        }));
    }
    for (std::size_t number = 0; number < plans.size(); ++number) {
        STATOR_CHECK(copy_table(number, plans[number]));
    }
    progress_.say(
        copied_text(copied_items(), " of " + count_text(plans.size(), "table")) + " in " +
        duration_text(clock_.now() - began) + "."
    );
    if (anonymiser_) {
        for (const std::string& sentence : anonymiser_->unused_rules()) progress_.say(sentence);
    }
    state_->remove();
    return {};
}

// Checks all tables before it changes anything.
emulator::Accepted<std::vector<TablePlan>> Copy::plan() {
    Link& link = *links_.front();
    std::vector<std::string> names = options_.tables;
    const std::vector<TableState> begun = state_->tables();
    if (state_->has_begun()) {
        names.clear();
        for (const TableState& table : begun) names.push_back(table.name);
    } else if (names.empty()) {
        STATOR_TRY(names, client::table_names(link.from));
    }
    std::vector<TablePlan> plans;
    for (const std::string& name : names) {
        STATOR_TRY(TablePlan plan, plan_table(link.from, link.to, name));
        const bool is_ours = state_->has_begun() && begun[plans.size()].is_ours;
        STATOR_CHECK(check(plan, is_ours));
        if (anonymiser_) STATOR_CHECK(anonymiser_->check_keys(name, plan.keys));
        plans.push_back(std::move(plan));
    }
    return plans;
}

emulator::Accepted<void> Copy::check(const TablePlan& plan, bool is_ours) const {
    if (is_ours) return {};
    const bool fills = options_.takes_existing || options_.leaves_definitions;
    if (plan.is_there && !fills && !state_->has_begun()) {
        return emulator::Refusal{
            "the target has a table '" + plan.name +
            "' already; fill it with --existing, or name "
            "the tables to copy with --table."};
    }
    if (!plan.is_there && (options_.leaves_definitions || state_->has_begun())) {
        return emulator::Refusal{
            "the target has no table '" + plan.name +
            "'; make it there, or leave out "
            "--no-definitions."};
    }
    return {};
}

emulator::Accepted<void> Copy::copy_table(std::size_t number, const TablePlan& plan) {
    const TableState state = state_->tables()[number];
    if (state.is_finished) return {};
    Link& link = *links_.front();
    if (state.is_ours) STATOR_CHECK(make_table(link.to, plan));
    progress_.begin(plan.name, plan.items, state.items());
    STATOR_CHECK(copy_items(*tools_, number));
    progress_.say(plan.name + ": " + copied_text(state_->tables()[number].items(), "") + ".");
    if (options_.verifies) STATOR_CHECK(verify(plan, state.segments.size()));
    if (state.is_ours) {
        for (const std::string& note : finish_table(link.from, link.to, plan)) {
            progress_.say(note + ".");
        }
    }
    return state_->change([&](std::vector<TableState>& tables) {
        tables[number].is_finished = true;
    });
}

emulator::Accepted<void> Copy::verify(const TablePlan& plan, std::size_t segments) {
    progress_.begin("Verifying " + plan.name, 2 * plan.items, 0);
    STATOR_TRY(const BothSides sums, compare_items(*tools_, plan.name, segments));
    if (sums.from == sums.to) {
        progress_.say(
            plan.name + ": both sides have the same " + count_text(sums.from.count(), "item") +
            ", checksum " + sums.from.text() + "."
        );
        return {};
    }
    return emulator::Refusal{
        plan.name + " differs: " + count_text(sums.from.count(), "item") + ", checksum " +
        sums.from.text() + ", at the source and " + count_text(sums.to.count(), "item") +
        ", checksum " + sums.to.text() + ", at the target; to copy it anew, remove '" +
        options_.state_path + "' and give --existing"};
}

void Copy::tell(const std::vector<TablePlan>& plans) const {
    for (const TablePlan& plan : plans) {
        audience_.out << plan.name << ": about " << count_text(plan.items, "item") << ", "
                      << count_text(plan.bytes, "byte")
                      << (plan.is_there ? "; the target has the table\n"
                                        : "; the table would be made\n");
    }
    audience_.err << count_text(plans.size(), "table") << " would be copied.\n";
}

std::uint64_t Copy::copied_items() const {
    std::uint64_t sum = 0;
    for (const TableState& table : state_->tables()) sum += table.items();
    return sum;
}

}  // namespace stator::tools::copy
