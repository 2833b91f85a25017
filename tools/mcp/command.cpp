#include "tools/mcp/command.hpp"

#include <CLI/CLI.hpp>
#include <ostream>

#include "emulator/base/universe_name.hpp"
#include "emulator/command_line/unknown_argument.hpp"
#include "tools/client/caller.hpp"
#include "tools/mcp/arguments.hpp"
#include "tools/mcp/lines.hpp"
#include "tools/mcp/session.hpp"

namespace stator::tools::mcp {
namespace {

// A DynamoDB request may have 16 MB, and JSON within JSON is longer.
constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

// The command's CLI11 parser and the variables that it fills.
struct Parser {
    Parser() {
        app.add_option("--endpoint", endpoint, "The server's URL; found if left out");
        app.add_option("--region", region, "The region to look at, as an SDK would choose it");
        app.add_option("--universe", universe, "Look at this universe instead of 'default'");
        app.add_option("--admin-token", access.token, "What a server on a network asks for")
            ->envname("STATOR_ADMIN_TOKEN");
        app.add_option("--ca", access.ca_file, "Authorities that an https server is believed by")
            ->envname("AWS_CA_BUNDLE")
            ->type_name("FILE");
        app.add_flag("--write", may_write, "Allow tools that change something");
        app.add_option("--max-characters", options.characters_max, "The most of an answer")
            ->check(CLI::Range(1'000, 10'000'000))
            ->capture_default_str();
    }

    // Returns the problem with the options, for the user; "" if they are valid.
    std::string problem() const {
        if (!universe.empty() && !emulator::is_universe_name(universe)) {
            return "'" + universe + "' cannot be the name of a universe; use letters and digits";
        }
        if (!region.empty() && !is_region(region)) {
            return "'" + region + "' cannot be the name of a region; give one such as us-east-1";
        }
        return {};
    }

    std::string endpoint;
    std::string region;
    std::string universe;
    client::AdminAccess access;
    bool may_write = false;
    SessionOptions options;
    CLI::App app{
        "Lets an AI assistant look into a running server: a Model Context Protocol server on "
        "standard input and output.",
        "stator mcp"};
};

int refuse(const std::string& problem, std::ostream& err) {
    err << "stator mcp: " << problem << "; see stator mcp --help.\n";
    return 2;
}

bool is_blank(const std::string& line) {
    return line.find_first_not_of(" \t\r") == std::string::npos;
}

int serve(Session& session, std::istream& in, std::ostream& out) {
    std::string line;
    for (;;) {
        const LineResult result = read_line(in, kMaxLineBytes, line);
        if (result == LineResult::End) return 0;
        std::optional<std::string> answer;
        if (result == LineResult::TooLong) {
            answer = error_message(
                "null", {ErrorCode::InvalidRequest, "the message is longer than 64 MB; send less"}
            );
        } else if (!is_blank(line)) {
            answer = session.handle(std::move(line));
        }
        if (!answer) continue;
        // The reader has closed the stream.
        if (!(out << *answer << '\n' << std::flush)) return 1;
    }
}

}  // namespace

int run_mcp(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    std::istream& in,
    std::ostream& out,
    std::ostream& err
) {
    Parser parser;
    if (const auto code = emulator::command_line::parse(parser.app, arguments, 0, out, err))
        return *code;
    if (const std::string problem = parser.problem(); !problem.empty()) {
        return refuse(problem, err);
    }
    client::Caller caller = client::caller_of(client::read_client_settings(surroundings));
    if (!parser.region.empty()) caller.region = parser.region;
    if (parser.may_write) parser.options.permission = Permission::Write;
    const ServerLink link(parser.endpoint, parser.universe, surroundings, parser.access);
    Session session(link, caller, parser.options);
    return serve(session, in, out);
}

emulator::command_line::Command command_tree() {
    const Parser parser;
    return emulator::command_line::command_tree(parser.app);
}

}  // namespace stator::tools::mcp
