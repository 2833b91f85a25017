#include "conformance/hunting.hpp"

#include <iostream>
#include <memory>
#include <vector>

#include "conformance/hunt/draft.hpp"
#include "conformance/hunt/hunt.hpp"
#include "conformance/run/suite.hpp"
#include "conformance/target.hpp"

namespace stator::conformance {
namespace {

using hunt::Rank;
using hunt::Side;

std::unique_ptr<Side> other_side(const Options& options, const std::string& against) {
    const std::size_t equals = against.find('=');
    const bool has_name = equals != std::string::npos && equals < against.find("://");
    const std::string url = has_name ? against.substr(equals + 1) : against;
    return std::make_unique<Side>(
        has_name ? against.substr(0, equals) : url, find_target(options, "--against", url)
    );
}

void check_reachable(Side& side) {
    if (side.call({"ListTables", "{}"}).status == 0) {
        throw CannotRun(side.name() + " does not answer; is it running?");
    }
}

std::size_t count_of(const hunt::HuntResult& result, Rank rank) {
    return result.clusters.ranked()[rank].size();
}

void say(const hunt::HuntResult& result) {
    std::cout << result.requests << " requests: " << count_of(result, Rank::Agreed)
              << " differences that others agree on, " << count_of(result, Rank::Single)
              << " of one, " << count_of(result, Rank::Words) << " of wording, "
              << result.breaches.size() << " broken invariants\n"
              << std::flush;
}

}  // namespace

int go_hunting(const Options& options) {
    std::vector<std::unique_ptr<Side>> sides;
    const std::string name = options.target.empty() ? options.endpoint : options.target;
    sides.push_back(
        std::make_unique<Side>(name, find_target(options, "--endpoint", options.endpoint))
    );
    for (const std::string& against : options.hunt.against) {
        sides.push_back(other_side(options, against));
    }
    std::vector<std::string> names;
    for (const auto& side : sides) {
        check_reachable(*side);
        names.push_back(side->name());
    }
    hunt::HuntSettings settings;
    settings.seed = options.hunt.seed;
    settings.requests = options.hunt.requests;
    settings.units = options.hunt.units;
    settings.tables_every = options.hunt.tables_every;
    settings.shrunk_max = options.hunt.shrunk_max;
    settings.run_id = random_run_id();
    const hunt::HuntResult result = hunt::run_hunt(sides, settings, say);
    hunt::write_findings(result, names, settings.seed, options.hunt.folder);
    say(result);
    if (!result.complaint.empty()) std::cout << "ended early: " << result.complaint << "\n";
    std::cout << "see " << options.hunt.folder << "/clusters.md\n";
    const bool is_clean = result.breaches.empty() && count_of(result, Rank::Agreed) == 0 &&
                          count_of(result, Rank::Single) == 0;
    return is_clean ? 0 : 1;
}

}  // namespace stator::conformance
