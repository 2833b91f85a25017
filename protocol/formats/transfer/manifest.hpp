// The manifests of an export. Pure functions. AWS: byte-identical, including the order of members,
// null for absent values, and line ends. [spec-formats: captured 2022, 2024, 2026]
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/formats/transfer/export.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::transfer {

// One data object.
struct DataFile {
    std::int64_t items = 0;
    std::string md5;  // base64
    std::string etag;
    std::string key;
};

// Writes its members in a manifest of files.
void write_data_file(wire::JsonWriter& json, const DataFile& file);

// Appends one line of the manifest of files, including its line end.
void append_data_file(std::string& out, const DataFile& file);

// Returns the summary of a COMPLETED export.
std::string manifest_summary(const ExportDescription& description, std::string_view files_key);

}  // namespace stator::protocol::formats::transfer
