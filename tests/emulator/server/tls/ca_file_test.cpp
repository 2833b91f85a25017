#include "emulator/server/tls/ca_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::server::tls {
namespace {

namespace fs = std::filesystem;

std::string contents(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

class CaFileTest : public ::testing::Test {
protected:
    std::string write(const std::string& name) {
        auto written = CaFile::write(name, directory_.path(), "pem");
        if (auto* const sentence = std::get_if<std::string>(&written)) return *sentence;
        file_ = std::get<0>(std::move(written));
        return {};
    }

    testing::TemporaryDirectory directory_;
    std::unique_ptr<CaFile> file_;
};

TEST_F(CaFileTest, IsInItsOwnDirectoryAndIsRemovedWithIt) {
    ASSERT_EQ(write(""), "");
    const std::string path = file_->path();
    EXPECT_TRUE(fs::path(path).is_absolute());
    EXPECT_EQ(contents(path), "pem");

    struct stat found {};

    ASSERT_EQ(::stat(path.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U, 0644U);
    file_.reset();
    EXPECT_TRUE(fs::is_empty(directory_.path()));
}

TEST_F(CaFileTest, ReplacesTheFileThatIsNamed) {
    const std::string path = directory_.path() + "/ca.pem";
    testing::write_file(path, "that of the last start");
    ASSERT_EQ(write(path), "");
    EXPECT_EQ(file_->path(), path);
    EXPECT_EQ(contents(path), "pem");
    file_.reset();
    EXPECT_FALSE(fs::exists(path));
}

TEST_F(CaFileTest, ReportsWhereItCannotBeWritten) {
    const std::string problem = write(directory_.path() + "/none/ca.pem");
    EXPECT_NE(problem.find("none/ca.pem"), std::string::npos) << problem;
    EXPECT_NE(problem.find("--tls-ca"), std::string::npos) << problem;
}

}  // namespace
}  // namespace stator::emulator::server::tls
