#include "emulator/integrations/s3/import_errors.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace stator::emulator::integrations::s3 {

void ImportErrors::operator()(const std::string& id, const std::string& line) const {
    const std::filesystem::path folder =
        std::filesystem::path(directory_) / "aws-dynamodb-imports" / id;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::ofstream(folder / "error.json", std::ios::app) << line << "\n";
}

}  // namespace stator::emulator::integrations::s3
