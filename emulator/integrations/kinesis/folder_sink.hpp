// FolderSink: streams as files of a directory, {stream}.ndjson, a record a line. Those of another
// universe than the default one are in the folder u/{universe}.
//
// A file may be moved or removed at any time: the next record makes it anew. No name leads out of
// the directory, and no link is followed in it; the directory itself may be one.
#pragma once

#include <string>

#include "emulator/integrations/kinesis/sink.hpp"

namespace stator::emulator::integrations::kinesis {

class FolderSink final : public Sink {
public:
    // The directory is made when there is a record.
    explicit FolderSink(std::string directory) : directory_(std::move(directory)) {}

    bool keeps_order() const override { return true; }

    // All of them, or none. A line that a process left unfinished is cut off first.
    Delivered deliver(const std::string& universe, std::span<const OutgoingPtr> records) override;

private:
    const std::string directory_;
};

}  // namespace stator::emulator::integrations::kinesis
