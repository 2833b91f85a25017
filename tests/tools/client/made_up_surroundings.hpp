// Surroundings that a test makes up: variables, a home directory, a /proc without processes.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "tests/support/temporary_directory.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::client {

class MadeUpSurroundings {
public:
    MadeUpSurroundings() {
        variables["HOME"] = home_.path();
        std::filesystem::create_directories(home_.path() + "/.aws");
    }

    // Those with the variables as they are now.
    Surroundings get() const {
        return {
            [variables = variables](const std::string& name) -> std::optional<std::string> {
                const auto found = variables.find(name);
                return found == variables.end() ? std::nullopt : std::optional(found->second);
            },
            usual_endpoint,
            home_.path() + "/proc"};
    }

    std::string home() const { return home_.path(); }

    void write_config(const std::string& text) {
        testing::write_file(home_.path() + "/.aws/config", text);
    }

    void write_credentials(const std::string& text) {
        testing::write_file(home_.path() + "/.aws/credentials", text);
    }

    std::map<std::string, std::string> variables;
    std::string usual_endpoint = "http://127.0.0.1:1";

private:
    testing::TemporaryDirectory home_;
};

}  // namespace stator::tools::client
