#include "conformance/suite.hpp"

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

/// What the threads of a run share.
struct Progress {
    std::atomic<std::size_t> next{0};
    std::mutex report_mutex;
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
    SuiteResult suite;
    suite.results.resize(cases.size());
    TablePool tables(settings.run_id, settings.table_patience);
    Progress progress;
    const auto work = [&] {
        ApiClient client(settings.target);
        CaseRunner runner(settings.cases, client, tables);
        for (std::size_t i = progress.next++; i < cases.size(); i = progress.next++) {
            suite.results[i] = runner.run(cases[i], unique_text(settings.run_id, i));
            const std::lock_guard lock(progress.report_mutex);
            on_result(suite.results[i]);
        }
    };
    std::vector<std::jthread> threads;
    const std::size_t jobs = std::clamp<std::size_t>(settings.jobs, 1, 256);
    for (std::size_t i = 0; i < std::min(jobs, cases.size()); ++i) threads.emplace_back(work);
    threads.clear();  // joins them
    if (!settings.cases.keeps_tables) {
        ApiClient client(settings.target);
        suite.complaints = tables.delete_all(client);
    }
    suite.duration = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - start
    );
    return suite;
}

}  // namespace stator::conformance
