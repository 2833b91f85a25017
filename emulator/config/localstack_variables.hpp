// Translates the environment variables of LocalStack's DynamoDB into Stator's options, so that its
// users need not change their compose files. The table is in docs/COSTUME.md.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stator::emulator::config {

// Returns the value of an environment variable; nullopt if it is not set.
using LookUpVariable = std::function<std::optional<std::string>(const std::string& name)>;

// Returns the options that the variables represent, except those that `arguments` (Stator's own
// options) or one of Stator's own variables already set. Pure except for `look_up`. Returns a
// sentence if the value of a variable is invalid.
std::variant<std::vector<std::string>, std::string> options_of_localstack(
    const std::vector<std::string>& arguments, const LookUpVariable& look_up
);

}  // namespace stator::emulator::config
