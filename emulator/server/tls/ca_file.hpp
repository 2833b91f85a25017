// CaFile: the file with the CA certificate that clients must trust, which exists while the server
// runs. All users may read it, because it contains no key.
#pragma once

#include <memory>
#include <string>
#include <variant>

namespace stator::emulator::server::tls {

class CaFile {
public:
    // Writes `pem` to the file `name` and replaces an existing file atomically. If `name` is "",
    // writes to a file in a new directory below `temporary`, which is removed with the file. On
    // failure, returns a sentence for the user.
    static std::variant<std::unique_ptr<CaFile>, std::string> write(
        const std::string& name, const std::string& temporary, const std::string& pem
    );

    // Removes the file.
    ~CaFile();
    CaFile(const CaFile&) = delete;
    CaFile& operator=(const CaFile&) = delete;

    // The path is absolute.
    const std::string& path() const { return path_; }

private:
    CaFile(std::string path, std::string directory)
        : path_(std::move(path)), directory_(std::move(directory)) {}

    const std::string path_;
    const std::string directory_;  // created for the file; "" for none
};

}  // namespace stator::emulator::server::tls
