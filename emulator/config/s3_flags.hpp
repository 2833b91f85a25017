// The flags that determine the location of S3 for exports and imports.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "signing/request_signing.hpp"

namespace stator::emulator::config {

struct S3Config {
    std::string directory = "stator-s3";  // its folders are the buckets
    std::string endpoint = {};            // "" to use the directory
    // Credentials for requests to the endpoint, from the environment as in AWS's SDKs.
    std::string region = "us-east-1";
    signing::Secrets secrets{"stator", "stator"};
};

void add_s3_flags(CLI::App& app, S3Config& config);

// Returns a sentence without "stator: " if the flags cannot be combined.
std::optional<std::string> check_s3_flags(const S3Config& config);

}  // namespace stator::emulator::config
