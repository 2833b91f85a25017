#include "emulator/config/dynamodb_local_flags.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace stator::emulator::config {
namespace {

struct LocalFlag {
    std::string_view name;
    std::string_view option;  // Stator's own option; "" to drop the flag
    bool takes_value = false;
};

constexpr std::array<LocalFlag, 11> kFlags = {{
    {"port", "--port", true},
    {"inMemory", "--in-memory"},
    {"sharedDb", "--shared-db"},
    {"dbPath", "--db-path", true},
    {"cors", "--cors", true},
    {"delayTransientStatuses", "--delay-transient-statuses"},
    {"disableTelemetry", ""},
    {"optimizeDbBeforeStartup", "--optimize-db-before-startup"},
    {"help", "--help"},
    {"version", "--version"},
    {"jar", "", true},
}};

const LocalFlag* find_flag(std::string_view name) {
    const auto found = std::find_if(kFlags.begin(), kFlags.end(), [name](const LocalFlag& flag) {
        return flag.name == name;
    });
    return found == kFlags.end() ? nullptr : found;
}

bool is_for_java(std::string_view argument) {
    return argument.starts_with("-D") || argument.starts_with("-X");
}

std::size_t count_dashes(std::string_view argument) {
    if (argument.starts_with("--")) return 2;
    return argument.starts_with("-") ? 1 : 0;
}

}  // namespace

TranslatedArguments translate_dynamodb_local_flags(const std::vector<std::string>& arguments) {
    TranslatedArguments translated;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        const std::size_t dashes = count_dashes(argument);
        if (is_for_java(argument)) {
            translated.speaks_dynamodb_local = true;
            continue;
        }
        const auto equals = argument.find('=');
        const LocalFlag* const flag =
            dashes == 0 ? nullptr : find_flag(argument.substr(dashes, equals - dashes));
        if (!flag) {
            translated.arguments.emplace_back(argument);
            continue;
        }
        if (dashes == 1) translated.speaks_dynamodb_local = true;
        std::string option(flag->option);
        if (equals != std::string_view::npos) {
            option.append(argument.substr(equals));
        } else if (flag->takes_value && i + 1 < arguments.size()) {
            option.append("=").append(arguments[++i]);
        }
        if (!flag->option.empty()) translated.arguments.push_back(std::move(option));
    }
    return translated;
}

}  // namespace stator::emulator::config
