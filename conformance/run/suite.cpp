#include "conformance/run/suite.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <random>
#include <string_view>
#include <thread>

namespace stator::conformance {
namespace {

constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
constexpr std::size_t kNumberDigits = 5;
constexpr std::size_t kRunIdDigits = 6;
constexpr std::size_t kJobsMax = 256;

/// One run, with the data that its threads share.
class SuiteRun {
public:
    SuiteRun(
        const std::vector<Case>& cases,
        const SuiteSettings& settings,
        const std::function<void(const CaseResult&)>& on_result
    )
        : cases_(cases),
          settings_(settings),
          on_result_(on_result),
          tables_(settings.run_id, settings.table_patience),
          watch_(settings.target, settings.server_command, [this] { tables_.forget_shared(); }),
          results_(cases.size()) {}

    SuiteResult run() {
        watch_.start();
        run_side_by_side();
        run_suspects();
        SuiteResult suite;
        suite.results = std::move(results_);
        if (!settings_.cases.keeps_tables && watch_.epoch()) {
            ApiClient client(settings_.target);
            suite.complaints = tables_.delete_all(client);
        }
        return suite;
    }

private:
    void run_side_by_side() {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            ApiClient client(settings_.target);
            CaseRunner runner(settings_.cases, client, tables_);
            for (std::size_t i = next++; i < cases_.size(); i = next++) {
                const bool is_suspect = run_case(runner, i);
                const std::lock_guard lock(mutex_);
                if (is_suspect) suspects_.push_back(i);
                if (!is_suspect) on_result_(results_[i]);
            }
        };
        std::vector<std::jthread> threads;
        const std::size_t jobs = std::clamp<std::size_t>(settings_.jobs, 1, kJobsMax);
        for (std::size_t i = 0; i < std::min(jobs, cases_.size()); ++i) threads.emplace_back(work);
    }

    /// Runs the cases again, one after the other, that were running when the server died.
    void run_suspects() {
        ApiClient client(settings_.target);
        CaseRunner runner(settings_.cases, client, tables_);
        std::sort(suspects_.begin(), suspects_.end());
        for (const std::size_t i : suspects_) {
            const bool is_fatal = run_case(runner, i) && !settings_.server_command.empty();
            if (is_fatal) results_[i].message += "the server died of this\n";
            on_result_(results_[i]);
        }
    }

    /// Runs a case. Returns true if it failed while the server died.
    bool run_case(CaseRunner& runner, std::size_t i) {
        const std::optional<std::size_t> epoch = watch_.epoch();
        const std::string unique = unique_text(settings_.run_id, uniques_given_++);
        if (!epoch) {
            results_[i] = CaseRunner::not_run(cases_[i], "the server has stopped answering\n");
            return false;
        }
        results_[i] = runner.run(cases_[i], unique);
        watch_.inspect(results_[i].loss);
        return !results_[i].has_passed && watch_.epoch() != epoch;
    }

    const std::vector<Case>& cases_;
    const SuiteSettings& settings_;
    const std::function<void(const CaseResult&)>& on_result_;
    TablePool tables_;
    TargetWatch watch_;
    std::vector<CaseResult> results_;
    std::atomic<std::size_t> uniques_given_{0};
    std::mutex mutex_;
    std::vector<std::size_t> suspects_;
};

}  // namespace

std::string unique_text(const std::string& run_id, std::size_t number) {
    std::string digits(kNumberDigits, '0');
    for (std::size_t i = kNumberDigits; i > 0; --i) {
        digits[i - 1] = kDigits[number % kDigits.size()];
        number /= kDigits.size();
    }
    return "u" + run_id + digits;
}

std::string random_run_id() {
    std::random_device random;
    std::uniform_int_distribution<std::size_t> digit(0, kDigits.size() - 1);
    std::string id;
    while (id.size() < kRunIdDigits) id += kDigits[digit(random)];
    return id;
}

SuiteResult run_suite(
    const std::vector<Case>& cases,
    const SuiteSettings& settings,
    const std::function<void(const CaseResult&)>& on_result
) {
    const auto start = std::chrono::steady_clock::now();
    SuiteResult suite = SuiteRun(cases, settings, on_result).run();
    suite.duration = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - start
    );
    return suite;
}

}  // namespace stator::conformance
