// What the commands of this folder look at besides their arguments. Tests make one up.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace stator::tools::client {

struct Surroundings {
    // The value of an environment variable; nothing when it is not set.
    std::function<std::optional<std::string>(const std::string& name)> look_up;
    // The server that is meant when nobody names one.
    std::string usual_endpoint;
    std::string proc = "/proc";
    // Whether somebody watches standard error.
    bool has_terminal = false;

    // The variable's value, "" when it is not set, as SDKs see no difference.
    std::string variable(const std::string& name) const { return look_up(name).value_or(""); }
};

}  // namespace stator::tools::client
