// The flags that say where S3 is for exports and imports.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "signing/request_signing.hpp"

namespace stator::emulator::config {

struct S3Config {
    std::string directory = "stator-s3";  // its folders are the buckets
    std::string endpoint = {};            // "" for the directory
    // What requests to the endpoint are signed with: as AWS's SDKs take them from the environment.
    std::string region = "us-east-1";
    signing::Secrets secrets{"stator", "stator"};
};

void add_s3_flags(CLI::App& app, S3Config& config);

// A sentence without "stator: " when they do not fit.
std::optional<std::string> check_s3_flags(const S3Config& config);

}  // namespace stator::emulator::config
