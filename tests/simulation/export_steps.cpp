#include "tests/simulation/export_steps.hpp"

#include <algorithm>
#include <map>

#include "emulator/http/compression.hpp"
#include "tests/simulation/operations/item.hpp"
#include "tests/simulation/operations/request_json.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

constexpr std::int64_t kWindowMs = 15LL * 60'000;
constexpr std::size_t kMaxObjectBytes = std::size_t{1} << 30U;

using Lines = std::vector<std::string>;

std::string seconds(std::int64_t time_ms) {
    const std::string fraction = std::to_string(1'000 + time_ms % 1'000).substr(1);
    return std::to_string(time_ms / 1'000) + "." + fraction;
}

// The members of a line, each object with sorted names.
std::string canonical_line(const std::string& line) {
    rapidjson::Document json;
    json.Parse(line.data(), line.size());
    if (!json.IsObject()) return "no JSON: " + line;
    std::string text;
    for (const auto& member : json.GetObject()) {
        const std::string name = member.name.GetString();
        const bool is_time = name == "Metadata";
        text.append(name).append("=");
        text.append(
            is_time ? member.value["WriteTimestampMicros"]["N"].GetString()
                    : canonical_json(member.value)
        );
        text.append(" ");
    }
    return text;
}

Lines expected_items(const ExpectedContents& contents) {
    Lines lines;
    for (const auto& [key, item] : contents.items) lines.push_back("Item=" + item_json(item) + " ");
    std::ranges::sort(lines);
    return lines;
}

Item item_of(const ExpectedContents& contents, const Key& key) {
    const auto found = contents.items.find(key);
    return found == contents.items.end() ? Item() : found->second;
}

Lines expected_changes(const Model& model, std::size_t table, std::int64_t to_ms) {
    const std::int64_t from_ms = to_ms - kWindowMs;
    std::map<Key, std::int64_t> times;
    for (const ExpectedChange& change : model.table(table).recovery->changes) {
        const bool is_within = change.time_ms >= from_ms && change.time_ms < to_ms;
        if (is_within) times[change.key] = change.time_ms;
    }
    const ExpectedContents before = model.contents_at(table, from_ms - 1);
    const ExpectedContents after = model.contents_at(table, to_ms - 1);
    Lines lines;
    for (const auto& [key, time_ms] : times) {
        const Item old_image = item_of(before, key);
        const Item new_image = item_of(after, key);
        if (old_image.empty() && new_image.empty()) continue;
        std::string line = "Metadata=" + std::to_string(time_ms * 1'000) + " Keys=";
        line.append(item_json(key_item(key))).append(" ");
        if (!old_image.empty()) line.append("OldImage=" + item_json(old_image) + " ");
        if (!new_image.empty()) line.append("NewImage=" + item_json(new_image) + " ");
        lines.push_back(std::move(line));
    }
    std::ranges::sort(lines);
    return lines;
}

std::optional<Difference> compare(const char* what, const Lines& found, const Lines& expected) {
    if (found == expected) return std::nullopt;
    Lines missing;
    Lines surplus;
    std::ranges::set_difference(expected, found, std::back_inserter(missing));
    std::ranges::set_difference(found, expected, std::back_inserter(surplus));
    std::string text = std::string(what) + " has " + std::to_string(found.size()) +
                       " lines, expected " + std::to_string(expected.size());
    if (!missing.empty()) text.append("; missing: " + missing.front());
    if (!surplus.empty()) text.append("; surplus: " + surplus.front());
    return Difference{"export", text};
}

}  // namespace

std::optional<Difference> ExportSteps::run(
    std::size_t table, std::int64_t earliest_ms, std::int64_t moment_ms
) {
    const auto items = lines(table, member("ExportTime", seconds(moment_ms)));
    if (!items) return std::nullopt;
    const Lines expected = expected_items(model_.contents_at(table, moment_ms));
    if (auto difference = compare("the export", *items, expected)) return difference;
    const std::int64_t from_ms = moment_ms - kWindowMs;
    if (from_ms <= earliest_ms) return std::nullopt;
    const auto changes = lines(
        table,
        member("ExportType", quoted("INCREMENTAL_EXPORT")) +
            member(
                "IncrementalExportSpecification",
                "{\"ExportFromTime\":" + seconds(from_ms) +
                    member("ExportToTime", seconds(moment_ms)) + "}"
            )
    );
    if (!changes) return std::nullopt;
    return compare("the incremental export", *changes, expected_changes(model_, table, moment_ms));
}

std::optional<Lines> ExportSteps::lines(std::size_t table, const std::string& members) {
    System::Buckets& buckets = system_.buckets();
    buckets.clear();
    const std::string arn = system_.table(table)->snapshot()->description.table_arn;
    const Answer answer = system_.run(
        {"ExportTableToPointInTime",
         "{\"TableArn\":" + quoted(arn) + member("S3Bucket", quoted(System::kBucket)) + members +
             "}"}
    );
    if (!answer.error.empty()) return Lines{answer.error + ": " + answer.text};
    system_.run_due();
    Lines lines;
    bool is_whole = false;
    for (const auto& [path, bytes] : buckets.objects()) {
        is_whole = is_whole || path.ends_with("/manifest-summary.md5");
        if (path.find("/data/") == std::string::npos) continue;
        std::string text = bytes;
        if (emulator::http::decompress("gzip", kMaxObjectBytes, text)) text = "no gzip\n";
        for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos;) {
            lines.push_back(canonical_line(text.substr(0, end)));
            text.erase(0, end + 1);
        }
    }
    if (!is_whole) return std::nullopt;
    std::ranges::sort(lines);
    return lines;
}

}  // namespace stator::simulation
