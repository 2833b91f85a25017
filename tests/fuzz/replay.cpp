// The main() of all fuzz targets without libFuzzer: "stator_fuzz_replays TARGET PLACE…" runs one of
// them once on every named file, and on every file in a named folder. An input that breaks a
// requirement ends the process; so does an empty folder, which would look like success.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#define STATOR_FUZZ_TARGETS(each)                                                            \
    each(admin) each(compression) each(credentials) each(csv) each(exports) each(expression) \
        each(ion) each(item) each(number) each(partiql) each(patterns) each(policies)        \
            each(principals) each(request) each(sequence) each(signatures) each(vectors)

#define STATOR_FUZZ_DECLARED(name) \
    extern "C" int stator_fuzz_##name(const std::uint8_t* data, std::size_t size);
STATOR_FUZZ_TARGETS(STATOR_FUZZ_DECLARED)

namespace {

struct Target {
    std::string_view name;
    int (*run)(const std::uint8_t* data, std::size_t size);
};

#define STATOR_FUZZ_LISTED(name) Target{#name, stator_fuzz_##name},
constexpr Target kTargets[] = {STATOR_FUZZ_TARGETS(STATOR_FUZZ_LISTED)};

std::vector<std::filesystem::path> files_in(const std::filesystem::path& place) {
    if (!std::filesystem::is_directory(place)) return {place};
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

bool run(const Target& target, const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        std::fprintf(stderr, "cannot read %s\n", file.c_str());
        return false;
    }
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    // Named before it runs, so that the last line names the input that ends the process.
    std::fprintf(stderr, "%s\n", file.c_str());
    target.run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return true;
}

}  // namespace

int main(int argument_count, char** arguments) {
    const std::string_view name = argument_count > 1 ? arguments[1] : "";
    const auto* const target = std::ranges::find(kTargets, name, &Target::name);
    if (target == std::end(kTargets)) {
        std::fprintf(stderr, "usage: stator_fuzz_replays TARGET PLACE…; the targets are");
        for (const Target& one : kTargets) std::fprintf(stderr, " %s", one.name.data());
        std::fprintf(stderr, "\n");
        return 2;
    }
    std::size_t count = 0;
    for (int i = 2; i < argument_count; ++i) {
        const auto files = files_in(arguments[i]);
        if (files.empty()) {
            std::fprintf(stderr, "no inputs in %s\n", arguments[i]);
            return 1;
        }
        for (const auto& file : files) {
            if (!run(*target, file)) return 1;
        }
        count += files.size();
    }
    std::fprintf(stderr, "%zu inputs\n", count);
    return count > 0 ? 0 : 1;
}
