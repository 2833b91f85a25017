// Helpers for persistence tests: images from text, the contents of a whole data file, and waiting
// for the journal without sleeping.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "engine/persistence/data_file.hpp"
#include "engine/persistence/journal.hpp"
#include "protocol/values/item_image.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::persistence {

using testing::TemporaryDirectory;
using testing::write_file;

// Names and contents of all files in the directory, to show that nothing has changed.
inline std::map<std::string, std::string> snapshot(const std::string& directory) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
        std::ifstream file(entry.path(), std::ios::binary);
        files[entry.path().filename().string()] = {
            std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    return files;
}

// An item with one attribute, "v", with this string.
inline protocol::values::ItemImagePtr image(std::string_view text) {
    const auto value =
        protocol::values::AttributeValue::scalar(protocol::values::AttributeType::String, text);
    protocol::values::ItemBuilder builder;
    builder.add("v", value.view());
    return builder.build();
}

inline std::string text_of(std::string_view payload) {
    return std::string(protocol::values::ItemImage::create(payload)->find("v")->scalar());
}

inline ChangeBatch put(
    std::uint64_t sequence, std::uint32_t table, std::uint64_t row, std::string_view text
) {
    return {SequenceNumber{sequence}, {{TableNumber{table}, row, image(text)}}, {}};
}

inline ChangeBatch remove(std::uint64_t sequence, std::uint32_t table, std::uint64_t row) {
    return {SequenceNumber{sequence}, {{TableNumber{table}, row, nullptr}}, {}};
}

inline ChangeBatch define(std::uint64_t sequence, std::uint32_t table, std::string definition) {
    return {
        SequenceNumber{sequence},
        {},
        {{TableNumber{table}, "shared", "eu-west-1", std::move(definition)}}};
}

inline ChangeBatch drop(std::uint64_t sequence, std::uint32_t table) {
    return {
        SequenceNumber{sequence}, {}, {{TableNumber{table}, "shared", "eu-west-1", std::nullopt}}};
}

// Returns the opened file. Throws std::runtime_error with the error message if the file is refused.
inline std::unique_ptr<DataFile> open_file(
    const std::string& directory, Durability durability = Durability::Commit
) {
    auto opened = DataFile::open(directory, durability);
    if (const auto* error = std::get_if<DataFileError>(&opened)) {
        throw std::runtime_error(error->message);
    }
    return std::move(std::get<std::unique_ptr<DataFile>>(opened));
}

// Returns why the directory is refused, or "" if it is accepted.
inline std::string refusal(const std::string& directory) {
    auto opened = DataFile::open(directory, Durability::Commit);
    const auto* error = std::get_if<DataFileError>(&opened);
    return error == nullptr ? "" : error->message;
}

// Returns the rows as "1=text 2=text …", in the order in which the file reads them.
inline std::string rows(DataFile& file, std::uint32_t table) {
    std::string text;
    file.each_item(TableNumber{table}, [&](std::uint64_t row_id, std::string_view payload) {
        if (!text.empty()) text += ' ';
        text += std::to_string(row_id) + "=" + text_of(payload);
    });
    return text;
}

// "number universe region definition; …"
inline std::string definitions(DataFile& file) {
    std::string text;
    for (const StoredTable& table : file.tables()) {
        text += std::to_string(table.number.value) + " " + table.place.universe + " " +
                table.place.region + " " + table.definition + "; ";
    }
    return text;
}

// Returns "section/universe/region/key=value until <expiry>; …", in the order in which the file
// reads the entries.
inline std::string entries(engine::persistence::DataFile& file) {
    std::string text;
    file.each_entry([&](const engine::persistence::EntryRow& row) {
        text += row.section + "/" + row.place.universe + "/" + row.place.region + "/" + row.key +
                "=" + row.value.value_or("gone");
        if (row.expires_at) text += " until " + std::to_string(row.expires_at->unix_ms());
        text += "; ";
    });
    return text;
}

// Follows a journal's progress.
class ProgressWaiter {
public:
    explicit ProgressWaiter(Journal& journal) {
        journal.on_progress([this](JournalProgress progress) {
            const std::lock_guard lock(mutex_);
            progress_ = progress;
            changed_.notify_all();
        });
    }

    void wait_durable(JournalTicket ticket) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return progress_.durable >= ticket; });
    }

    void wait_failed(JournalTicket ticket) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return progress_.failed >= ticket; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    JournalProgress progress_;
};

// Runs `work` in a child process and returns its exit status. If `work` throws, the child prints
// the message and the status is 99.
inline int in_child(const std::function<int()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        int status = 99;
        try {
            status = work();
        } catch (const std::exception& error) {
            std::fprintf(stderr, "child: %s\n", error.what());
        }
        ::_exit(status);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace stator::engine::persistence
