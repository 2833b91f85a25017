#include "protocol/formats/transfer/record_splitter.hpp"

#include <algorithm>

namespace stator::protocol::formats::transfer {
namespace {

std::string_view without_carriage_return(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

// Walks over Ion text and distinguishes strings from structure.
class IonWalk {
public:
    explicit IonWalk(std::string_view text) : text_(text) {}

    bool is_at_end() const { return at_ >= text_.size(); }

    std::size_t at() const { return at_; }

    // Skips comments up to the next structural character and returns it. For a string, quoted
    // symbol, blob or unterminated comment, skips it as a whole and returns a quotation mark.
    // nullopt at the end.
    std::optional<char> next() {
        while (at_ < text_.size()) {
            const std::string_view rest = text_.substr(at_);
            if (rest.starts_with("//")) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (rest.starts_with("/*")) {
                pass("*/", 2);
                if (is_at_end() && at_ != text_.size()) return '"';
            } else if (rest.starts_with("'''")) {
                pass_string("'''");
                return '"';
            } else if (rest.front() == '"' || rest.front() == '\'') {
                pass_string(rest.substr(0, 1));
                return '"';
            } else if (rest.starts_with("{{")) {
                pass("}}", 2);
                return '"';
            } else {
                ++at_;
                return rest.front();
            }
        }
        at_ = text_.size();
        return std::nullopt;
    }

private:
    void pass(std::string_view ending, std::size_t from) {
        const std::size_t end = text_.find(ending, at_ + from);
        at_ = end == std::string_view::npos ? text_.size() + 1 : end + ending.size();
    }

    void pass_string(std::string_view quote) {
        at_ += quote.size();
        while (at_ < text_.size()) {
            if (text_[at_] == '\\') {
                at_ += 2;
            } else if (text_.substr(at_).starts_with(quote)) {
                at_ += quote.size();
                return;
            } else {
                ++at_;
            }
        }
        at_ = text_.size() + 1;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

std::optional<std::string_view> LineSplitter::next() {
    for (;;) {
        const std::size_t end = text_.find('\n', at_ + searched_);
        if (end == std::string::npos && !is_finished_) {
            searched_ = text_.size() - at_;
            return std::nullopt;
        }
        searched_ = 0;
        if (at_ >= text_.size()) return std::nullopt;
        const std::size_t last = std::min(end, text_.size());
        const std::string_view line = std::string_view(text_).substr(at_, last - at_);
        at_ = std::min(last + 1, text_.size());
        if (!without_carriage_return(line).empty()) return without_carriage_return(line);
    }
}

std::optional<std::string_view> CsvSplitter::next() {
    for (;;) {
        bool is_quoted = false;
        std::size_t end = at_;
        while (end < text_.size() && (is_quoted || text_[end] != '\n')) {
            if (text_[end] == '"') is_quoted = !is_quoted;
            ++end;
        }
        const bool is_whole = end < text_.size() || is_finished_;
        if (!is_whole || at_ >= text_.size()) return std::nullopt;
        const std::string_view line = std::string_view(text_).substr(at_, end - at_);
        at_ = std::min(end + 1, text_.size());
        if (!without_carriage_return(line).empty()) return without_carriage_return(line);
    }
}

// Outside structs, the only valid words are the version marker, and an annotation of a struct.
// Lists are also valid there.
void IonSplitter::check_word(std::string_view word, bool is_annotation) {
    constexpr std::string_view kVersion = "$ion_1_0";
    constexpr std::string_view kSymbolTable = "$ion_symbol_table::";
    if (is_annotation && word == kSymbolTable) {
        fault_ = "a symbol table is understood in Ion's binary form alone";
    } else if (!word.empty() && word != kVersion && !(is_annotation && word.ends_with("::"))) {
        fault_ = "there is something else where an item should begin";
    }
}

// Skips a byte order mark, which Windows editors write at the start of a file. Returns false if
// more bytes are required to decide.
bool IonSplitter::pass_byte_order_mark() {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (has_begun_) return true;
    if (!is_finished_ && text_.size() < kMark.size() && kMark.starts_with(text_)) return false;
    has_begun_ = true;
    if (text_.starts_with(kMark)) at_ = kMark.size();
    return true;
}

std::optional<std::string_view> IonSplitter::next() {
    if (!fault_.empty() || !pass_byte_order_mark()) return std::nullopt;
    IonWalk walk(std::string_view(text_).substr(at_));
    std::size_t depth = 0;
    std::size_t begin = 0;
    // Outside structs: the end of the text that is no longer required, and the word after it.
    std::size_t settled = 0;
    std::string word;
    while (!walk.is_at_end()) {
        const auto character = walk.next();
        if (!character) break;
        if (depth > 0) {
            if (character == '{' || character == '[' || character == '(') ++depth;
            if (character != '}' && character != ']' && character != ')') continue;
            if (--depth > 0) continue;
            const auto record = std::string_view(text_).substr(at_ + begin, walk.at() - begin);
            at_ += walk.at();
            return record;
        }
        if (character == '{') {
            if (walk.is_at_end() && !is_finished_) break;  // may be half of a blob's delimiter
            check_word(word, true);
            depth = 1;
            begin = walk.at() - 1;
        } else if (std::string_view(" \t\r\n\v\f,").find(*character) != std::string_view::npos) {
            if (word.ends_with("::")) continue;  // annotates the next value
            check_word(word, false);
            word.clear();
            settled = walk.at();
        } else if (character != '[' && character != ']') {
            word.push_back(*character);
        }
        if (!fault_.empty()) return std::nullopt;
    }
    if (depth == 0) {
        if (is_finished_) check_word(word, false);
        at_ += std::min(settled, text_.size() - at_);
    }
    if (depth == 0 || !is_finished_) return std::nullopt;
    // Returns an unterminated struct unchanged, so that the parser reports the error.
    const auto record = std::string_view(text_).substr(at_ + begin);
    at_ = text_.size();
    return record;
}

}  // namespace stator::protocol::formats::transfer
