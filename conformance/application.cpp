#include "conformance/application.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iostream>

#include "conformance/doubting.hpp"
#include "conformance/http/server_name.hpp"
#include "conformance/hunting.hpp"
#include "conformance/report/comparison.hpp"
#include "conformance/report/report.hpp"
#include "conformance/run/suite.hpp"
#include "conformance/target.hpp"

namespace stator::conformance {
namespace {

constexpr int kAllPass = 0;
constexpr int kSomeFail = 1;
constexpr int kCouldNotRun = 2;

std::string date_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

/// Completes the selection with properties of the target that need no option.
CaseSelection selection_of(const Options& options) {
    CaseSelection selection = options.selection;
    const std::optional<transport::Endpoint> endpoint = transport::parse_endpoint(options.endpoint);
    const bool sends_nothing = options.lists || options.doubts.is_asked_for;
    if (sends_nothing || (endpoint && is_amazon(*endpoint))) {
        selection.has.assign(std::begin(kTraits), std::end(kTraits));
    }
    if (endpoint && is_amazon(*endpoint)) selection.aws_region = find_region(options, *endpoint);
    return selection;
}

Catalogue load_cases(const Options& options) {
    if (!std::filesystem::is_directory(options.cases)) {
        throw CannotRun("--cases " + options.cases + " is not a folder");
    }
    Catalogue catalogue = read_cases(options.cases, selection_of(options));
    std::string mistakes;
    for (const std::string& mistake : catalogue.mistakes) {
        mistakes += (mistakes.empty() ? "" : "\n") + mistake;
    }
    if (!mistakes.empty()) throw CannotRun(mistakes);
    if (!catalogue.cases.empty()) return catalogue;
    if (catalogue.skipped > 0) throw CannotRun("all cases selected need --has of something");
    throw CannotRun("no case in " + options.cases + " is selected");
}

void write_file(const std::string& path, const std::string& text) {
    if (path.empty()) return;
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw CannotRun("cannot write " + path);
}

void show_progress(const CaseResult& result) {
    std::cout << (result.has_passed ? "pass " : "FAIL ") << result.name << " ("
              << result.duration.count() << " ms)\n"
              << result.transcript << std::flush;
}

int list_cases(const std::vector<Case>& cases) {
    for (const Case& one : cases) {
        std::cout << one.name << "  tier " << one.tier << "  " << one.asserts << "\n";
    }
    return kAllPass;
}

SuiteSettings settings_of(const Options& options) {
    SuiteSettings settings;
    settings.target = find_target(options, "--endpoint", options.endpoint);
    settings.cases.until_patience = std::chrono::seconds(options.until_seconds);
    settings.cases.region = settings.target.region;
    settings.cases.keeps_tables = options.keeps_tables;
    settings.cases.records_transcript = options.is_verbose;
    settings.jobs = options.jobs;
    settings.server_command = options.server;
    settings.run_id = random_run_id();
    return settings;
}

SuiteResult run_cases(
    const std::vector<Case>& cases, const SuiteSettings& settings, const Options& options
) {
    try {
        return run_suite(cases, settings, [&](const CaseResult& result) {
            if (options.is_verbose) show_progress(result);
        });
    } catch (const transport::TransportError& error) {
        throw CannotRun(options.endpoint + " cannot be reached: " + error.what());
    }
}

int judge(const Options& options, const Catalogue& catalogue) {
    const SuiteSettings settings = settings_of(options);
    ReportHead head;
    head.target = options.target.empty() ? options.endpoint : options.target;
    head.endpoint = options.endpoint;
    head.date = date_text();
    head.skipped = catalogue.skipped;
    const SuiteResult suite = run_cases(catalogue.cases, settings, options);
    head.duration = suite.duration;
    std::cout << text_report(head, suite.results) << std::flush;
    for (const std::string& complaint : suite.complaints) std::cerr << complaint << "\n";
    write_file(options.json_file, json_report(head, suite.results));
    write_file(options.html_file, html_report(head, suite.results));
    const auto& results = suite.results;
    const bool all_pass = std::all_of(results.begin(), results.end(), [](const CaseResult& one) {
        return one.has_passed;
    });
    return all_pass ? kAllPass : kSomeFail;
}

}  // namespace

int run_application(const Options& options) {
    try {
        if (!options.compared.empty()) {
            std::cout << compare_reports(options.compared);
            return kAllPass;
        }
        if (options.hunt.is_asked_for) return go_hunting(options);
        const Catalogue catalogue = load_cases(options);
        if (options.doubts.is_asked_for) return show_doubts(options, catalogue.cases);
        return options.lists ? list_cases(catalogue.cases) : judge(options, catalogue);
    } catch (const std::exception& error) {
        std::cerr << "stator-conformance: " << error.what() << "\n";
        return kCouldNotRun;
    }
}

}  // namespace stator::conformance
