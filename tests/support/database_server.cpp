#include "tests/support/database_server.hpp"

#include <utility>

namespace stator::testing {

void DatabaseServer::set_faults(Faults faults) {
    const std::lock_guard lock(mutex_);
    faults_ = std::move(faults);
}

int DatabaseServer::count(const std::string& operation) const {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(operation);
    return found == counts_.end() ? 0 : found->second;
}

std::optional<std::string> DatabaseServer::answer(const ScriptedRequest& request) {
    const std::lock_guard lock(mutex_);
    ++counts_[request.target];
    if (faults_) {
        if (auto fault = faults_(request)) return fault->reply;
    }
    const std::string reply = database_.run(request.target, request.body);
    if (reply.empty() || reply.starts_with("{")) return json_reply(200, reply);
    const std::size_t colon = reply.find(": ");
    return error_reply(reply.substr(0, colon), reply.substr(colon + 2));
}

}  // namespace stator::testing
