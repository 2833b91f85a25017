#include "conformance/options.hpp"

#include <CLI/CLI.hpp>
#include <iterator>

namespace stator::conformance {
namespace {

constexpr int kWrongOptions = 2;

void declare_selection(CLI::App& app, Options& options) {
    app.add_option("--cases", options.cases, "folder of the case files")->capture_default_str();
    app.add_option(
           "--filter", options.selection.filters, "part of a case's name, or a glob; repeatable"
    )
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
    app.add_option("--tier", options.selection.tiers, "1, 2 or 3; repeatable")
        ->check(CLI::Range(1, 3))
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
    app.add_option(
           "--has",
           options.selection.has,
           "what the target has of what cases need: slow_tables, budgets, signatures, authorization"
    )
        ->check(CLI::IsMember(std::vector<std::string>(std::begin(kTraits), std::end(kTraits))))
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
    app.add_flag("--doubtful", options.selection.is_doubtful, "only cases with a doubt");
    app.add_flag("--list", options.lists, "list the cases, run nothing");
}

void declare_target(CLI::App& app, Options& options) {
    app.add_option("--endpoint", options.endpoint, "http or https address of the judged server")
        ->capture_default_str();
    app.add_option(
        "--server",
        options.server,
        "shell command of the judged server: started, and again if it dies"
    );
    app.add_option("--target", options.target, "what reports call it");
    app.add_option("--region", options.region, "region requests are signed for");
    app.add_option("--timeout", options.timeout_seconds, "seconds a reply may take")
        ->check(CLI::Range(1, 3600))
        ->capture_default_str();
    app.add_option("--until", options.until_seconds, "seconds a step with 'until' may take")
        ->check(CLI::Range(0, 3600))
        ->capture_default_str();
    app.add_flag("--insecure", options.is_insecure, "accept any TLS certificate");
}

void declare_run(CLI::App& app, Options& options) {
    app.add_option("--jobs", options.jobs, "cases run at a time")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    app.add_flag("--keep-tables", options.keeps_tables, "do not delete the tables made");
    app.add_flag("-v,--verbose", options.is_verbose, "show every request and reply");
    app.add_option("--json", options.json_file, "write a JSON report there");
    app.add_option("--html", options.html_file, "write an HTML report there");
    app.add_option("--compare", options.compared, "print a table of these JSON reports")
        ->excludes("--list");
}

void declare_hunt(CLI::App& app, HuntOptions& options) {
    CLI::App* hunt = app.add_subcommand(
        "hunt",
        "Sends random requests to --endpoint and to others, and shows where they differ.\n"
        "Exit code: 0 no difference but in wording, 1 differences, 2 could not run."
    );
    hunt->fallthrough();
    hunt->callback([&options] { options.is_asked_for = true; });
    hunt->add_option("--against", options.against, "another endpoint: URL or NAME=URL; repeatable")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
    hunt->add_option("--seed", options.seed, "the same seed makes the same requests")
        ->capture_default_str();
    hunt->add_option("--requests", options.requests, "requests to each endpoint")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000'000}))
        ->capture_default_str();
    hunt->add_option("--units", options.units, "capacity units of --endpoint to use; 0: no limit")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    hunt->add_option("--tables-every", options.tables_every, "requests that share two tables")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    hunt->add_option("--shrink", options.shrunk_max, "differences to shrink and draft as cases")
        ->check(CLI::Range(0, 100'000))
        ->capture_default_str();
    hunt->add_option("--out", options.folder, "folder for clusters.md and the drafted cases")
        ->capture_default_str();
}

void declare_doubts(CLI::App& app, DoubtOptions& options) {
    CLI::App* doubts = app.add_subcommand(
        "doubts", "Lists the cases whose answer nobody has captured for certain."
    );
    doubts->fallthrough();
    doubts->callback([&options] { options.is_asked_for = true; });
    auto* forms = doubts->add_option_group("forms");
    forms->add_option(
        "--script", options.script_file, "write a script that captures the answers from AWS"
    );
    forms->add_option(
        "--captured", options.captured, "tell what the answers in the script's folder settle"
    );
    forms->add_option(
        "--page",
        options.page_folder,
        "print the page of known differences; FOLDER has its hand-written parts"
    );
    forms->require_option(0, 1);
}

}  // namespace

ParsedOptions parse_options(int argc, const char* const* argv) {
    ParsedOptions parsed;
    parsed.options.cases = STATOR_CONFORMANCE_CASES;
    CLI::App app(
        "Runs cases of DynamoDB's behaviour against an endpoint.\n"
        "Exit code: 0 all pass, 1 some fail, 2 could not run.",
        "stator-conformance"
    );
    declare_target(app, parsed.options);
    declare_selection(app, parsed.options);
    declare_run(app, parsed.options);
    declare_hunt(app, parsed.options.hunt);
    declare_doubts(app, parsed.options.doubts);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        parsed.exit_code = app.exit(error) == 0 ? 0 : kWrongOptions;
    }
    return parsed;
}

}  // namespace stator::conformance
