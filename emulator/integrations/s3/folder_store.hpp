// FolderStore: buckets as folders of one directory, objects as files in them.
//
// A bucket exists if its folder exists. An object appears under its name when it is complete. No
// key leads out of its bucket: "..", "." and empty parts are rejected, and so are links in a path.
// The folder of a bucket itself may be a link.
#pragma once

#include <string>

#include "engine/transfer/object_store.hpp"

namespace stator::emulator::integrations::s3 {

class FolderStore final : public engine::transfer::ObjectStore {
public:
    // The directory need not exist.
    explicit FolderStore(std::string directory) : directory_(std::move(directory)) {}

    engine::transfer::Stored<std::unique_ptr<engine::transfer::ObjectWriter>> create(
        const std::string& bucket, const std::string& key
    ) override;
    engine::transfer::Stored<std::unique_ptr<engine::transfer::ObjectReader>> open(
        const std::string& bucket, const std::string& key
    ) override;
    // Links and unfinished files are not objects.
    engine::transfer::Stored<std::vector<engine::transfer::ObjectInfo>> list(
        const std::string& bucket, const std::string& prefix
    ) override;

private:
    const std::string directory_;
};

}  // namespace stator::emulator::integrations::s3
