#include "tools/copy/command.hpp"

#include <CLI/CLI.hpp>
#include <ostream>

#include "emulator/command_line/unknown_argument.hpp"
#include "tools/client/api_settings.hpp"
#include "tools/copy/copy.hpp"

namespace stator::tools::copy {
namespace {

constexpr std::string_view kName = "copy";

// The command's CLI11 parser and the variables that it fills.
struct Parser {
    Parser() : app("Copies tables from one endpoint to another.", "stator copy") {
        add_side("from", "the source", from);
        add_side("to", "the target", to);
        app.add_option("--table", options.tables, "A table, or several; all of them if left out")
            ->delimiter(',');
        app.add_flag(
            "--existing", options.takes_existing, "Fill tables that the target has already"
        );
        app.add_flag(
            "--no-definitions",
            options.leaves_definitions,
            "Make no tables; fill those that are there"
        );
        constexpr std::size_t kMostSegments = 256;
        app.add_option("--segments", options.segments, "Parts of a table that are read at once")
            ->check(CLI::Range(std::size_t{1}, kMostSegments))
            ->capture_default_str();
        app.add_option("--read-units", options.read_units, "Read units to spend a second at most")
            ->check(CLI::PositiveNumber);
        app.add_option(
               "--write-units", options.write_units, "Write units to spend a second at most"
        )
            ->check(CLI::PositiveNumber);
        app.add_option("--state", options.state_path, "The file that keeps how far it has come")
            ->capture_default_str();
        app.add_flag("--verify", options.verifies, "Compare both sides once a table is copied");
        app.add_option(
            "--anonymise", options.rules_path, "A file of rules by which items are changed"
        );
        app.add_flag("--dry-run", options.is_dry, "Say what would be copied, and write nothing");
    }

    void add_side(
        const std::string& side, const std::string& what, client::EndpointChoice& choice
    ) {
        app.add_option("--" + side, choice.url, "The URL of " + what)->required();
        app.add_option("--" + side + "-region", choice.region, "The region of " + what);
        app.add_option(
            "--" + side + "-profile", choice.profile, "The profile of ~/.aws with its credentials"
        );
    }

    CopyOptions options;
    client::EndpointChoice from;
    client::EndpointChoice to;
    CLI::App app;
};

int fail(std::ostream& err, const std::string& sentence, int code = 1) {
    err << "stator copy: " << sentence << '\n';
    return code;
}

}  // namespace

bool is_command(const std::vector<std::string>& arguments) {
    return !arguments.empty() && arguments.front() == kName;
}

int run_command(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    const engine::Clock& clock,
    std::ostream& out,
    std::ostream& err
) {
    Parser parser;
    if (const auto code = emulator::command_line::parse(parser.app, arguments, 1, out, err))
        return *code;
    const auto from = client::settings_of(parser.from, surroundings);
    if (from.has_error()) return fail(err, "the source: " + from.error().sentence);
    const auto to = client::settings_of(parser.to, surroundings);
    if (to.has_error()) return fail(err, "the target: " + to.error().sentence);
    if (from->endpoint == to->endpoint && from->region == to->region) {
        return fail(err, "the source and the target are the same; name two.", 2);
    }
    Copy copy(parser.options, *from, *to, clock, {out, err, surroundings.has_terminal});
    const auto done = copy.run();
    if (done.has_value()) return 0;
    std::string sentence = done.error().sentence;
    if (!sentence.ends_with('.')) sentence.push_back('.');
    return fail(err, sentence);
}

emulator::command_line::Command command_tree() {
    const Parser parser;
    return emulator::command_line::command_tree(parser.app);
}

}  // namespace stator::tools::copy
