#include "conformance/doubts/settlement.hpp"

#include <fstream>
#include <sstream>

#include "conformance/doubts/capture_script.hpp"
#include "conformance/doubts/ledger.hpp"
#include "conformance/format/directive.hpp"
#include "conformance/run/step_check.hpp"

namespace stator::conformance::doubts {
namespace {

std::string captured_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Parses a reply as written by `curl -i`: status line, headers, an empty line, the body.
transport::HttpReply read_reply(const std::string& text) {
    transport::HttpReply reply;
    const std::size_t end = text.find("\r\n\r\n");
    if (end == std::string::npos) return reply;
    std::istringstream head(text.substr(0, end + 2));
    std::string protocol;
    head >> protocol >> reply.status;
    std::string line;
    std::getline(head, line);
    while (std::getline(head, line)) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos) continue;
        std::string value = line.substr(colon + 2);
        if (value.ends_with('\r')) value.pop_back();
        reply.headers.push_back({line.substr(0, colon), value});
    }
    reply.body = text.substr(end + 4);
    return reply;
}

}  // namespace

Settlement settle(const std::vector<Case>& cases, const std::filesystem::path& folder) {
    std::ifstream run_file(folder / "run");
    std::string run_id;
    std::string region;
    if (!(run_file >> run_id >> region)) {
        throw std::runtime_error(
            folder.string() + " has no captures: run the script of --script first"
        );
    }
    Settlement settlement;
    for (const Case& one : cases) {
        const std::filesystem::path file = folder / capture_file(one.name);
        if (one.doubt.empty() || !std::filesystem::exists(file)) continue;
        const transport::HttpReply reply = read_reply(captured_text(file));
        Scope scope = scope_of(one, run_id, region);
        const Step& step = one.steps.back();
        const auto round = step.times ? std::optional<std::size_t>(*step.times - 1) : std::nullopt;
        const std::string difference =
            reply.status == 0 ? "there is no answer\n" : check_reply(step, reply, scope, round);
        ++(difference.empty() ? settlement.confirmed : settlement.refuted);
        settlement.text += (difference.empty() ? "confirmed  " : "refuted    ") + one.name + "\n";
        if (!difference.empty()) settlement.text += "  doubt: " + one.doubt + "\n" + difference;
    }
    return settlement;
}

}  // namespace stator::conformance::doubts
