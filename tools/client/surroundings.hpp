// The inputs of these commands other than their arguments. Tests replace them.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace stator::tools::client {

struct Surroundings {
    // Returns the value of an environment variable; nullopt if it is not set.
    std::function<std::optional<std::string>(const std::string& name)> look_up;
    // The server to use if the user names none.
    std::string usual_endpoint;
    std::string proc = "/proc";
    // Whether standard error is a terminal.
    bool has_terminal = false;

    // Returns the variable's value; "" if it is not set, because SDKs treat both the same way.
    std::string variable(const std::string& name) const { return look_up(name).value_or(""); }
};

}  // namespace stator::tools::client
