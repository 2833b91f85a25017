// The environment variables that LocalStack has for its DynamoDB, as Stator's options: whoever
// comes from there need not rewrite a compose file. docs/COSTUME.md has the table.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stator::emulator::config {

// The value of an environment variable; nothing when it is not set.
using LookUpVariable = std::function<std::optional<std::string>(const std::string& name)>;

// The options that the variables stand for, without those that `arguments` (options of Stator's)
// or a variable of Stator's own decide already. Pure but for `look_up`. A sentence when the value
// of one makes no sense.
std::variant<std::vector<std::string>, std::string> options_of_localstack(
    const std::vector<std::string>& arguments, const LookUpVariable& look_up
);

}  // namespace stator::emulator::config
