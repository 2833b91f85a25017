#include "tools/client/scan_page.hpp"

#include <algorithm>
#include <cstring>

#include "protocol/wire/json.hpp"
#include "tools/client/container_end.hpp"

namespace stator::tools::client {
namespace {

// Walks over JSON. The functions that read something return false if the text ends early.
class Walker {
public:
    explicit Walker(std::string_view text) : text_(text) {}

    // Returns the next character that is not whitespace, without consuming it; 0 at the end.
    char peek() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    bool take(char wanted) {
        if (peek() != wanted) return false;
        ++at_;
        return true;
    }

    // Reads any value as a view of its text.
    bool take_value(std::string_view& value) {
        const char first = peek();
        const std::size_t begin = at_;
        bool is_whole = false;
        if (first == '"') {
            ++at_;
            is_whole = end_string();
        } else if (first == '{' || first == '[') {
            is_whole = end_container();
        } else {
            while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
            is_whole = at_ > begin;
        }
        value = text_.substr(begin, at_ - begin);
        return is_whole;
    }

private:
    static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

    static bool ends_word(char c) { return c == ',' || c == '}' || c == ']' || is_blank(c); }

    // Reads to the end of a string. Precondition: the position is after the opening quote.
    bool end_string() {
        for (;;) {
            const void* const quote = std::memchr(text_.data() + at_, '"', text_.size() - at_);
            if (quote == nullptr) return false;
            const auto place =
                static_cast<std::size_t>(static_cast<const char*>(quote) - text_.data());
            std::size_t slashes = 0;
            while (place - slashes > at_ && text_[place - slashes - 1] == '\\') ++slashes;
            at_ = place + 1;
            if (slashes % 2 == 0) return true;
        }
    }

    bool end_container() {
        const std::size_t end = container_end(text_, at_);
        at_ = std::min(end, text_.size());
        return end != std::string_view::npos;
    }

    const std::string_view text_;
    std::size_t at_ = 0;
};

// Reads the elements of an array. Skips any other value and returns no elements.
bool take_items(Walker& walker, std::vector<std::string_view>& items) {
    if (walker.peek() != '[') {
        std::string_view value;
        return walker.take_value(value);
    }
    walker.take('[');
    while (walker.peek() != ']') {
        std::string_view item;
        if (!walker.take_value(item)) return false;
        items.push_back(item);
        if (walker.peek() == ',') walker.take(',');
    }
    return walker.take(']');
}

}  // namespace

std::optional<ScanPage> cut_scan_page(std::string_view reply) {
    Walker walker(reply);
    ScanPage page;
    if (!walker.take('{')) return std::nullopt;
    while (walker.peek() != '}') {
        std::string_view name;
        std::string_view value;
        if (!walker.take_value(name) || !walker.take(':')) return std::nullopt;
        // The items are nearly all of the reply, so they are read only once.
        const bool is_taken =
            name == "\"Items\"" ? take_items(walker, page.items) : walker.take_value(value);
        if (!is_taken) return std::nullopt;
        if (name == "\"LastEvaluatedKey\"" && value != "null") page.last_evaluated_key = value;
        if (name == "\"ConsumedCapacity\"") page.consumed_capacity = value;
        if (walker.peek() == ',') walker.take(',');
    }
    if (!walker.take('}') || walker.peek() != '\0') return std::nullopt;
    return page;
}

std::optional<ScanLines> cut_scan_lines(std::string_view reply) {
    if (reply.size() < 2 || !reply.ends_with('\n')) return std::nullopt;
    const std::size_t before = reply.rfind('\n', reply.size() - 2);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view last = reply.substr(begin);
    const auto page = cut_scan_page(last);
    const auto rest = protocol::wire::JsonDocument::parse(std::string(last));
    if (!page || !rest) return std::nullopt;
    const auto count = rest->root().find("Count");
    if (!count || !count->is_integer() || count->integer() < 0) return std::nullopt;
    return ScanLines{
        reply.substr(0, begin),
        page->last_evaluated_key,
        static_cast<std::uint64_t>(count->integer())};
}

std::string_view take_line_item(std::string_view& lines) {
    constexpr std::string_view kBegin = R"({"Item":)";
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (!line.starts_with(kBegin) || !line.ends_with("}}")) return {};
    return line.substr(kBegin.size(), line.size() - kBegin.size() - 1);
}

// An item's attribute with this name is not mistaken for the reply's member, because the closing
// brackets of the item and of the items follow it.
std::string_view closing_last_evaluated_key(std::string_view reply) {
    constexpr std::string_view kName = "\"LastEvaluatedKey\"";
    const std::size_t name = reply.rfind(kName);
    if (name == std::string_view::npos) return {};
    Walker walker(reply.substr(name + kName.size()));
    std::string_view key;
    if (!walker.take(':') || walker.peek() != '{' || !walker.take_value(key)) return {};
    return walker.take('}') && walker.peek() == '\0' ? key : std::string_view();
}

}  // namespace stator::tools::client
