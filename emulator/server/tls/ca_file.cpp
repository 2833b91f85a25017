#include "emulator/server/tls/ca_file.hpp"

#include <stdlib.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace stator::emulator::server::tls {
namespace {

namespace fs = std::filesystem;

std::string failure(const std::string& place) {
    return "the certificate of the authority cannot be written to " + place + " (" +
           std::strerror(errno) +
           "): name a file in a directory that this user can write to with "
           "--tls-ca.";
}

bool write_whole(const std::string& name, const std::string& text) {
    const std::string fresh = name + ".new";
    {
        std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
        file << text;
        if (!file.flush()) return false;
    }
    constexpr mode_t kReadable = 0644;
    return ::chmod(fresh.c_str(), kReadable) == 0 && std::rename(fresh.c_str(), name.c_str()) == 0;
}

}  // namespace

std::variant<std::unique_ptr<CaFile>, std::string> CaFile::write(
    const std::string& name, const std::string& temporary, const std::string& pem
) {
    std::string path = name;
    std::string directory;
    if (name.empty()) {
        directory = temporary + "/stator-XXXXXX";
        if (::mkdtemp(directory.data()) == nullptr) return failure(temporary);
        constexpr mode_t kEnterable = 0755;
        ::chmod(directory.c_str(), kEnterable);
        path = directory + "/ca.pem";
    }
    std::error_code unknown;
    const fs::path absolute = fs::absolute(path, unknown);
    if (!unknown) path = absolute.string();
    if (write_whole(path, pem)) {
        return std::unique_ptr<CaFile>(new CaFile(std::move(path), std::move(directory)));
    }
    const std::string problem = failure(path);
    if (!directory.empty()) fs::remove_all(directory, unknown);
    return problem;
}

CaFile::~CaFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
    if (!directory_.empty()) fs::remove(directory_, ignored);
}

}  // namespace stator::emulator::server::tls
