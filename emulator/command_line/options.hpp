// Options: declares the options of a command, one per row.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <utility>

#include "emulator/command_line/one_of.hpp"

namespace stator::emulator::command_line {

// Targets, and the words of a choice, must outlive the command.
class Options {
public:
    enum class Scope : unsigned char {
        Everywhere,
        Server,  // requires a process with sockets: a program that embeds Stator cannot set it
    };

    explicit Options(CLI::App& app, Scope scope = Scope::Everywhere, std::string group = "Options")
        : app_(app), scope_(scope), group_(std::move(group)) {}

    // An option with a value. `type` names the value in the help; FILE and DIR complete to paths.
    // Without `type`, the help shows CLI11's name of the C++ type.
    template <class T>
    CLI::Option* value(
        const std::string& name, T& target, const std::string& help, const std::string& type = ""
    ) {
        CLI::Option* const option = row(app_.add_option(name, target, help));
        return type.empty() ? option : option->type_name(type);
    }

    // Like value(); the help shows the target's present value as the default.
    template <class T>
    CLI::Option* with_default(
        const std::string& name, T& target, const std::string& help, const std::string& type = ""
    ) {
        return value(name, target, help, type)->capture_default_str();
    }

    // Like with_default(), for a number from `least` to `most`.
    template <class T>
    CLI::Option* number(
        const std::string& name,
        T& target,
        std::type_identity_t<T> least,
        std::type_identity_t<T> most,
        const std::string& help,
        const std::string& type = ""
    ) {
        return with_default(name, target, help, type)->check(CLI::Range(least, most));
    }

    // Declares an option whose value is a word of `words`, with the target's word as the default.
    template <class Enum>
    CLI::Option* choice(
        const std::string& name,
        Enum& target,
        const std::map<std::string, Enum>& words,
        const std::string& help
    ) {
        const auto take = [&target, &words](const std::string& word) { target = words.at(word); };
        CLI::Option* const option =
            row(app_.add_option_function<std::string>(name, take, help))->check(one_of(words));
        for (const auto& [word, meaning] : words) {
            if (meaning == target) option->default_str(word);
        }
        return option;
    }

    CLI::Option* flag(const std::string& name, bool& target, const std::string& help) {
        return row(app_.add_flag(name, target, help));
    }

private:
    CLI::Option* row(CLI::Option* option) const {
        return option->group(group_)->configurable(scope_ == Scope::Everywhere);
    }

    CLI::App& app_;
    Scope scope_;
    std::string group_;
};

}  // namespace stator::emulator::command_line
