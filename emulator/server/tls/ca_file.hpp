// CaFile: the file in which clients find the authority that they are to trust, for as long as the
// server runs. Everybody may read it, because it holds no key.
#pragma once

#include <memory>
#include <string>
#include <variant>

namespace stator::emulator::server::tls {

class CaFile {
public:
    // Writes `pem` to the file of that name, replacing it as a whole; "": to one in a new directory
    // of its own below `temporary`, which goes with it. On failure a sentence for the user.
    static std::variant<std::unique_ptr<CaFile>, std::string> write(
        const std::string& name, const std::string& temporary, const std::string& pem
    );

    // Removes the file.
    ~CaFile();
    CaFile(const CaFile&) = delete;
    CaFile& operator=(const CaFile&) = delete;

    // Absolute.
    const std::string& path() const { return path_; }

private:
    CaFile(std::string path, std::string directory)
        : path_(std::move(path)), directory_(std::move(directory)) {}

    const std::string path_;
    const std::string directory_;  // made for it; "" for none
};

}  // namespace stator::emulator::server::tls
