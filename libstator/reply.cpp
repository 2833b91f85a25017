#include "libstator/reply.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "emulator/http/response.hpp"

namespace stator::libstator {
namespace {

namespace http = emulator::http;

// Objects that a thread reuses for each reply.
struct HeadOfThread {
    http::HeadWriter writer = {};
    std::string text = {};
};

HeadOfThread& head_of_thread() {
    thread_local HeadOfThread head;
    return head;
}

// Returns the header lines of a head: without the status line and the empty line.
std::string_view header_lines(std::string& head) {
    constexpr std::size_t kEmptyLine = 2;
    head.resize(head.size() - kEmptyLine);
    return std::string_view(head).substr(head.find('\n') + 1);
}

}  // namespace

void hand_over(
    const http::Reply& reply, const engine::Clock& clock, stator_on_reply on_reply, void* context
) {
    stator_reply handed{0, "", 0, "", 0};
    if (reply.delivery == http::Delivery::Dropped) return on_reply(context, &handed);

    HeadOfThread& of_thread = head_of_thread();
    // Taken out of the thread's storage, because the callback may call this function again.
    std::string head = std::exchange(of_thread.text, {});
    const bool is_dated = reply.date != engine::kBeforeAll;
    of_thread.writer.write(
        head, reply, http::ConnectionHeader::None, is_dated ? reply.date : clock.now()
    );
    const std::string_view headers = header_lines(head);
    handed.headers = headers.data();
    handed.headers_size = headers.size();
    handed.body = reply.body.c_str();
    handed.body_size = reply.body.size();
    std::string cut;
    if (reply.delivery == http::Delivery::Truncated) {
        cut = reply.body.substr(0, reply.body.size() / 2);
        handed.body = cut.c_str();
        handed.body_size = cut.size();
    } else {
        handed.status = reply.status;
    }
    on_reply(context, &handed);
    of_thread.text = std::move(head);
}

}  // namespace stator::libstator
