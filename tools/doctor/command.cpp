#include "tools/doctor/command.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <map>
#include <ostream>

#include "emulator/command_line/unknown_argument.hpp"
#include "tools/client/caller.hpp"
#include "tools/client/client_settings.hpp"
#include "tools/client/search.hpp"
#include "tools/doctor/diagnosis.hpp"
#include "tools/doctor/exports.hpp"
#include "tools/doctor/server_checks.hpp"

namespace stator::tools::doctor {
namespace {

const std::map<std::string, Shell> kShells = {
    {"sh", Shell::Sh}, {"fish", Shell::Fish}, {"powershell", Shell::Powershell}};

// The environment and streams of a command.
struct Console {
    const client::Surroundings& surroundings;
    std::ostream& out;
    std::ostream& err;

    int fail(const std::string& name, const std::string& sentence, int code = 1) const {
        err << "stator " << name << ": " << sentence << '\n';
        return code;
    }
};

// Returns the given endpoint if a Stator answers there. If none is given, finds a running Stator.
std::variant<std::string, client::NoServer> server_for(
    const std::string& endpoint, const client::Surroundings& surroundings
) {
    if (endpoint.empty()) return client::find_server(surroundings);
    const client::Answer answer =
        client::ask_health(endpoint, surroundings.variable("AWS_CA_BUNDLE"));
    if (answer.who == client::Answerer::Stator) return endpoint;
    if (answer.who == client::Answerer::Nobody) return client::NoServer{answer.sentence};
    return client::NoServer{answer.sentence + ": name another with --endpoint."};
}

int run_env(const std::vector<std::string>& arguments, const Console& console) {
    const client::Surroundings& around = console.surroundings;
    std::string endpoint;
    std::string region = around.variable("AWS_REGION");
    if (region.empty()) region = around.variable("AWS_DEFAULT_REGION");
    if (region.empty()) region = client::kUsualRegion;
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
    if (const auto code =
            emulator::command_line::parse(app, arguments, 1, console.out, console.err))
        return *code;
    const auto server = server_for(endpoint, around);
    if (const auto* none = std::get_if<client::NoServer>(&server)) {
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
    if (const auto code =
            emulator::command_line::parse(app, arguments, 1, console.out, console.err))
        return *code;
    const auto server = server_for(endpoint, console.surroundings);
    const auto* none = std::get_if<client::NoServer>(&server);
    return none == nullptr ? 0 : console.fail("healthcheck", none->sentence);
}

// Returns the endpoint to check: the given one, or the one that an SDK would use.
std::string chosen_endpoint(
    const std::string& given,
    const client::ClientSettings& settings,
    const client::Surroundings& surroundings
) {
    if (!given.empty()) return given;
    if (settings.endpoint) return settings.endpoint->value;
    const auto found = client::find_server(surroundings);
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
    if (const auto code =
            emulator::command_line::parse(app, arguments, 1, console.out, console.err))
        return *code;
    const client::ClientSettings settings = client::read_client_settings(console.surroundings);
    const std::string endpoint = chosen_endpoint(given, settings, console.surroundings);
    const client::Caller caller = client::caller_of(settings);
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
    const client::Surroundings& surroundings,
    std::ostream& out,
    std::ostream& err
) {
    return kCommands.at(arguments.front())(arguments, {surroundings, out, err});
}

}  // namespace stator::tools::doctor
