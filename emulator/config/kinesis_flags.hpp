// The flags that say where the records for Kinesis data streams go.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "signing/request_signing.hpp"

namespace stator::emulator::config {

struct KinesisConfig {
    std::string directory = "stator-kinesis";  // has a file for each stream
    std::string endpoint = {};                 // "" for the directory
    // What requests to the endpoint are signed with: as AWS's SDKs take them from the environment.
    signing::Secrets secrets{"stator", "stator"};
};

void add_kinesis_flags(CLI::App& app, KinesisConfig& config);

// A sentence without "stator: " when they do not fit.
std::optional<std::string> check_kinesis_flags(const KinesisConfig& config);

}  // namespace stator::emulator::config
