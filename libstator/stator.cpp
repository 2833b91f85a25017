// The five functions. No exception leaves them: it would be a bug in Stator, and C cannot handle
// it.
#include "libstator/stator.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "emulator/http/http_message.hpp"
#include "libstator/database.hpp"
#include "libstator/options.hpp"
#include "libstator/request.hpp"

struct stator_handle {
    std::unique_ptr<stator::libstator::Database> database;
};

namespace {

using namespace stator::libstator;

// Copies as much of the sentence as fits, and a terminating zero byte.
void tell(const std::string& sentence, char* problem, size_t problem_size) {
    if (problem == nullptr || problem_size == 0) return;
    const std::size_t size = std::min(sentence.size(), problem_size - 1);
    std::memcpy(problem, sentence.data(), size);
    problem[size] = '\0';
}

std::variant<std::unique_ptr<Database>, std::string> open_database(const char* options) {
    try {
        auto read = read_options(options == nullptr ? "" : options);
        if (auto* sentence = std::get_if<std::string>(&read)) return std::move(*sentence);
        return Database::open(std::get<Options>(std::move(read)));
    } catch (const std::exception& error) {
        return std::string("the database cannot be opened: ") + error.what() + ".";
    }
}

}  // namespace

extern "C" {

stator_handle* stator_open(const char* options, char* problem, size_t problem_size) {
    auto opened = open_database(options);
    if (const auto* sentence = std::get_if<std::string>(&opened)) {
        tell(*sentence, problem, problem_size);
        return nullptr;
    }
    return new stator_handle{std::get<0>(std::move(opened))};
}

void stator_execute(
    stator_handle* handle, const stator_request* request, stator_on_reply on_reply, void* context
) {
    ReadRequest read;
    read_request(*request, read);
    handle->database->execute(read.request, {on_reply, context});
}

void stator_execute_async(
    stator_handle* handle, const stator_request* request, stator_on_reply on_reply, void* context
) {
    handle->database->execute_later(std::make_unique<KeptRequest>(*request), {on_reply, context});
}

void stator_admin(
    stator_handle* handle,
    const char* method,
    const char* path,
    const char* body,
    stator_on_reply on_reply,
    void* context
) {
    stator::emulator::http::HttpRequest request;
    request.method = method;
    request.target = path;
    request.host = "localhost";
    request.content_type = stator::emulator::kJson;
    if (body != nullptr) request.body = body;
    handle->database->execute(request, {on_reply, context});
}

int stator_close(stator_handle* handle, char* problem, size_t problem_size) {
    if (handle == nullptr) return 0;
    const std::unique_ptr<stator_handle> owned(handle);
    const auto unsaved = owned->database->close();
    if (!unsaved) return 0;
    tell(*unsaved, problem, problem_size);
    return 1;
}

}  // extern "C"
