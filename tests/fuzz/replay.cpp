// The main() of a fuzz target without libFuzzer: runs it once on every file that is named, or that
// lies in a folder that is named. An input that breaks a demand ends the process; so does a folder
// without any, which would look like success.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::filesystem::path> files_in(const std::filesystem::path& place) {
    if (!std::filesystem::is_directory(place)) return {place};
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

bool run(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        std::fprintf(stderr, "cannot read %s\n", file.c_str());
        return false;
    }
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    // Named before it runs, so that the last line names the input that ends the process.
    std::fprintf(stderr, "%s\n", file.c_str());
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return true;
}

}  // namespace

int main(int argument_count, char** arguments) {
    std::size_t count = 0;
    for (int i = 1; i < argument_count; ++i) {
        const auto files = files_in(arguments[i]);
        if (files.empty()) {
            std::fprintf(stderr, "no inputs in %s\n", arguments[i]);
            return 1;
        }
        for (const auto& file : files) {
            if (!run(file)) return 1;
        }
        count += files.size();
    }
    std::fprintf(stderr, "%zu inputs\n", count);
    return count > 0 ? 0 : 1;
}
