#include "conformance/report/comparison.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "conformance/base/json.hpp"
#include "conformance/report/report.hpp"

namespace stator::conformance {
namespace {

struct ComparedTarget {
    std::string name;
    TierScores scores{};
};

const Json& required(const Json& object, std::string_view name) {
    const Json* member = find_member(object, name);
    if (member == nullptr) throw std::runtime_error("'" + std::string(name) + "' is missing");
    return *member;
}

ComparedTarget read_target(const Json& report) {
    ComparedTarget target;
    const Json& name = required(report, "target");
    const Json& cases = required(report, "cases");
    if (!name.IsString() || !cases.IsArray()) throw std::runtime_error("it is no report");
    target.name = text_of(name);
    for (const Json& one : cases.GetArray()) {
        const Json& tier = required(one, "tier");
        const Json& result = required(one, "result");
        if (!tier.IsInt() || !result.IsString()) throw std::runtime_error("it is no report");
        add_to(target.scores, tier.GetInt(), text_of(result) == "pass");
    }
    return target;
}

ComparedTarget read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path + " cannot be read");
    std::ostringstream text;
    text << file.rdbuf();
    try {
        return read_target(parse_json(text.str()));
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(path + ": " + error.what());
    }
}

std::string cell(const Score& score) {
    return score.total == 0 ? "–" : percentage(score) + " (" + score_text(score) + ")";
}

}  // namespace

std::string compare_reports(const std::vector<std::string>& files) {
    std::string table = "| target | tier 1 | tier 2 | tier 3 | all |\n|---|---|---|---|---|\n";
    for (const std::string& file : files) {
        const ComparedTarget target = read_file(file);
        table += "| " + target.name;
        for (const Score& score : target.scores) table += " | " + cell(score);
        table += " |\n";
    }
    return table;
}

}  // namespace stator::conformance
