#include "emulator/reach/application.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <map>
#include <ostream>

#include "emulator/cli/unknown_argument.hpp"
#include "emulator/reach/caller.hpp"
#include "emulator/reach/client_settings.hpp"
#include "emulator/reach/diagnosis.hpp"
#include "emulator/reach/exports.hpp"
#include "emulator/reach/search.hpp"
#include "emulator/reach/server_checks.hpp"

namespace stator::emulator::reach {
namespace {

const std::map<std::string, Shell> kShells = {
    {"sh", Shell::Sh}, {"fish", Shell::Fish}, {"powershell", Shell::Powershell}};

// What a command works with.
struct Console {
    const Surroundings& surroundings;
    std::ostream& out;
    std::ostream& err;

    int fail(const std::string& name, const std::string& sentence, int code = 1) const {
        err << "stator " << name << ": " << sentence << '\n';
        return code;
    }
};

// The endpoint that was named, if a Stator answers there; otherwise the one that can be found.
std::variant<std::string, NoServer> server_for(
    const std::string& endpoint, const Surroundings& surroundings
) {
    if (endpoint.empty()) return find_server(surroundings);
    const Answer answer = ask_health(endpoint, surroundings.variable("AWS_CA_BUNDLE"));
    if (answer.who == Answerer::Stator) return endpoint;
    if (answer.who == Answerer::Nobody) return NoServer{answer.sentence};
    return NoServer{answer.sentence + ": name another with --endpoint."};
}

int run_env(const std::vector<std::string>& arguments, const Console& console) {
    const Surroundings& around = console.surroundings;
    std::string endpoint;
    std::string region = around.variable("AWS_REGION");
    if (region.empty()) region = around.variable("AWS_DEFAULT_REGION");
    if (region.empty()) region = kUsualRegion;
    std::string shell = "sh";
    CLI::App app(
        "Prints what to export so that SDKs find a running server: eval \"$(stator env)\".",
        "stator env"
    );
    app.add_option(
        "--endpoint", endpoint, "Its URL, with /u/NAME for a universe; found if left out"
    );
    app.add_option("--region", region, "The region to work in")->capture_default_str();
    app.add_option("--shell", shell, "Whose language: sh, fish, powershell")
        ->check(CLI::IsMember({"sh", "fish", "powershell"}))
        ->capture_default_str();
    if (const auto code = cli::parse(app, arguments, 1, console.out, console.err)) return *code;
    const auto server = server_for(endpoint, around);
    if (const auto* none = std::get_if<NoServer>(&server)) {
        return console.fail("env", none->sentence);
    }
    console.out << export_lines(
        variables_for(std::get<std::string>(server), region), kShells.at(shell)
    );
    return 0;
}

int run_healthcheck(const std::vector<std::string>& arguments, const Console& console) {
    std::string endpoint;
    CLI::App app(
        "Exits with 0 if a server answers that it is healthy, and with 1 otherwise.",
        "stator healthcheck"
    );
    app.add_option("--endpoint", endpoint, "Its URL; found if left out");
    if (const auto code = cli::parse(app, arguments, 1, console.out, console.err)) return *code;
    const auto server = server_for(endpoint, console.surroundings);
    const auto* none = std::get_if<NoServer>(&server);
    return none == nullptr ? 0 : console.fail("healthcheck", none->sentence);
}

// The endpoint to look at, and whom an SDK would call it as.
std::string chosen_endpoint(
    const std::string& given, const ClientSettings& settings, const Surroundings& surroundings
) {
    if (!given.empty()) return given;
    if (settings.endpoint) return settings.endpoint->value;
    const auto found = find_server(surroundings);
    const auto* endpoint = std::get_if<std::string>(&found);
    return endpoint != nullptr ? *endpoint : surroundings.usual_endpoint;
}

int run_doctor(const std::vector<std::string>& arguments, const Console& console) {
    std::string given;
    CLI::App app(
        "Says why an SDK started from here does not reach a server, and what to do about it.",
        "stator doctor"
    );
    app.add_option("--endpoint", given, "The URL that the program gives its client, if it does");
    if (const auto code = cli::parse(app, arguments, 1, console.out, console.err)) return *code;
    const ClientSettings settings = read_client_settings(console.surroundings);
    const std::string endpoint = chosen_endpoint(given, settings, console.surroundings);
    const Caller caller = caller_of(settings);
    Findings findings = check_endpoints(settings, given);
    for (const Findings& more :
         {check_variable_names(console.surroundings),
          check_credentials(settings),
          check_regions(settings),
          check_server(endpoint, caller, console.surroundings)}) {
        findings.insert(findings.end(), more.begin(), more.end());
    }
    bool is_reached = true;
    for (const Finding& finding : findings) {
        is_reached = is_reached && !finding.is_problem;
        console.out << (finding.is_problem ? "problem: " : "note: ") << finding.sentence << '\n';
    }
    if (!is_reached) return 1;
    console.out << "An SDK reaches Stator at " << endpoint << ", in region " << caller.region
                << ", with the access key " << caller.access_key << ".\n";
    return 0;
}

using Run = int (*)(const std::vector<std::string>& arguments, const Console& console);

const std::map<std::string, Run> kCommands = {
    {"env", run_env}, {"healthcheck", run_healthcheck}, {"doctor", run_doctor}};

}  // namespace

bool is_command(const std::string& word) {
    return kCommands.contains(word);
}

int run_command(
    const std::vector<std::string>& arguments,
    const Surroundings& surroundings,
    std::ostream& out,
    std::ostream& err
) {
    return kCommands.at(arguments.front())(arguments, {surroundings, out, err});
}

}  // namespace stator::emulator::reach
