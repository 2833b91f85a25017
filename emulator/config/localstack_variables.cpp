#include "emulator/config/localstack_variables.hpp"

#include <array>
#include <cctype>
#include <cstdint>
#include <string_view>

#include "emulator/command_line/given_option.hpp"
#include "protocol/base/number_text.hpp"

namespace stator::emulator::config {
namespace {

enum class Form : unsigned char {
    Switch,  // 1 or 0; the option takes no value
    Port,
    Probability,
    Text,
};

struct Translation {
    std::string_view variable;
    Form form;
    std::string_view option;
    std::string_view own_variable = {};  // Stator's variable, which takes precedence
    std::string_view rival = {};         // another option for the same setting
};

constexpr std::array<Translation, 8> kTranslations = {{
    {"DYNAMODB_LOCAL_PORT", Form::Port, "--port", "STATOR_PORT"},
    {"DYNAMODB_IN_MEMORY", Form::Switch, "--in-memory", "STATOR_DB_PATH", "--db-path"},
    {"DYNAMODB_SHARE_DB", Form::Switch, "--shared-db", "STATOR_SHARED_DB"},
    {"DYNAMODB_DELAY_TRANSIENT_STATUSES",
     Form::Switch,
     "--delay-transient-statuses",
     "STATOR_TABLE_DELAY_MS",
     "--table-delay-ms"},
    {"DYNAMODB_CORS", Form::Text, "--cors", "STATOR_CORS"},
    {"DYNAMODB_ERROR_PROBABILITY", Form::Probability, "--error-probability"},
    {"DYNAMODB_READ_ERROR_PROBABILITY", Form::Probability, "--read-error-probability"},
    {"DYNAMODB_WRITE_ERROR_PROBABILITY", Form::Probability, "--write-error-probability"},
}};

std::string lower(std::string text) {
    for (char& character : text) character = static_cast<char>(std::tolower(character));
    return text;
}

bool is_one_of(const std::string& text, std::string_view one, std::string_view other) {
    return text == one || text == other;
}

// Returns a description of the valid values if the value is invalid; "" if it is valid.
std::string_view demand(Form form, const std::string& value) {
    switch (form) {
        case Form::Switch: {
            const std::string word = lower(value);
            if (is_one_of(word, "1", "true") || is_one_of(word, "0", "false")) return {};
            return "1 or 0";
        }
        case Form::Port:
            if (protocol::parse_number<std::uint16_t>(value)) return {};
            return "a port from 0 to 65535";
        case Form::Probability: {
            const auto number = protocol::parse_number<double>(value);
            if (number && *number >= 0 && *number <= 1) return {};
            return "a number from 0 to 1";
        }
        case Form::Text: return {};
    }
    return {};
}

}  // namespace

std::variant<std::vector<std::string>, std::string> options_of_localstack(
    const std::vector<std::string>& arguments, const LookUpVariable& look_up
) {
    std::vector<std::string> options;
    for (const Translation& translation : kTranslations) {
        const auto value = look_up(std::string(translation.variable));
        if (!value || value->empty()) continue;
        if (command_line::gives(arguments, translation.option)) continue;
        if (!translation.rival.empty() && command_line::gives(arguments, translation.rival))
            continue;
        const std::string own(translation.own_variable);
        if (!own.empty() && look_up(own)) continue;
        const std::string_view wanted = demand(translation.form, *value);
        if (!wanted.empty()) {
            std::string sentence(translation.variable);
            sentence.append(" cannot be '").append(*value).append("': give ");
            return sentence.append(wanted).append(".");
        }
        std::string option(translation.option);
        if (translation.form != Form::Switch) {
            options.push_back(option.append("=").append(*value));
        } else if (is_one_of(lower(*value), "1", "true")) {
            options.push_back(std::move(option));
        }
    }
    return options;
}

}  // namespace stator::emulator::config
