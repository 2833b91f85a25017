// FolderSink: streams as files of a directory, {stream}.ndjson, with one record per line. Universes
// other than the default one use the folder u/{universe}.
//
// A file may be moved or removed at any time; the next record creates a new one. No name leads out
// of the directory. Links in the directory are not followed, but the directory itself may be a
// link.
#pragma once

#include <string>

#include "emulator/integrations/kinesis/sink.hpp"

namespace stator::emulator::integrations::kinesis {

class FolderSink final : public Sink {
public:
    // The directory is created with the first record.
    explicit FolderSink(std::string directory) : directory_(std::move(directory)) {}

    bool keeps_order() const override { return true; }

    // Writes all records or none. First removes an incomplete line that a process left.
    Delivered deliver(const std::string& universe, std::span<const OutgoingPtr> records) override;

private:
    const std::string directory_;
};

}  // namespace stator::emulator::integrations::kinesis
