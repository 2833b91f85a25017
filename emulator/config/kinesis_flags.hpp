// The flags that determine where the records for Kinesis data streams are sent.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "signing/request_signing.hpp"

namespace stator::emulator::config {

struct KinesisConfig {
    std::string directory = "stator-kinesis";  // contains a file for each stream
    std::string endpoint = {};                 // "" to use the directory
    // Credentials for requests to the endpoint, from the environment as in AWS's SDKs.
    signing::Secrets secrets{"stator", "stator"};
};

void add_kinesis_flags(CLI::App& app, KinesisConfig& config);

// Returns a sentence without "stator: " if the flags cannot be combined.
std::optional<std::string> check_kinesis_flags(const KinesisConfig& config);

}  // namespace stator::emulator::config
