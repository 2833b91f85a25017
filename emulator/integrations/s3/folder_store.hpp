// FolderStore: buckets as folders of one directory, objects as files in them.
//
// A bucket is there when its folder is. An object appears as a whole, under its name, once it is
// finished. No key leads out of its bucket: "..", "." and empty parts are refused, and so is a link
// on the way; the folder of a bucket itself may be one.
#pragma once

#include <string>

#include "engine/transfer/object_store.hpp"

namespace stator::emulator::integrations::s3 {

class FolderStore final : public engine::transfer::ObjectStore {
public:
    // The directory need not be there.
    explicit FolderStore(std::string directory) : directory_(std::move(directory)) {}

    engine::transfer::Stored<std::unique_ptr<engine::transfer::ObjectWriter>> create(
        const std::string& bucket, const std::string& key
    ) override;
    engine::transfer::Stored<std::unique_ptr<engine::transfer::ObjectReader>> open(
        const std::string& bucket, const std::string& key
    ) override;
    // Links, and files that are being written, are no objects.
    engine::transfer::Stored<std::vector<engine::transfer::ObjectInfo>> list(
        const std::string& bucket, const std::string& prefix
    ) override;

private:
    const std::string directory_;
};

}  // namespace stator::emulator::integrations::s3
