#include "tools/client/profile_files.hpp"

#include "emulator/base/header_text.hpp"

namespace stator::tools::client {
namespace {

bool is_comment(std::string_view line) {
    return line.empty() || line.front() == '#' || line.front() == ';';
}

// Returns the text without surrounding whitespace and without a Windows line end.
std::string_view stripped(std::string_view text) {
    if (text.ends_with('\r')) text.remove_suffix(1);
    return emulator::trimmed(text);
}

// Returns the section name "profile one" for "[ profile  one ]".
std::string section_name(std::string_view line) {
    std::string name;
    for (const char character : line.substr(1, line.find(']') - 1)) {
        const bool is_blank = character == ' ' || character == '\t';
        if (is_blank && (name.empty() || name.back() == ' ')) continue;
        name.push_back(is_blank ? ' ' : character);
    }
    if (name.ends_with(' ')) name.pop_back();
    return name;
}

}  // namespace

ProfileFile ProfileFile::parse(std::string_view text) {
    ProfileFile file;
    std::map<std::string, std::string>* section = nullptr;
    std::string parent;
    while (!text.empty()) {
        const std::string_view line = emulator::take_until(text, '\n');
        const bool is_indented = line.starts_with(' ') || line.starts_with('\t');
        std::string_view rest = stripped(line);
        if (is_comment(rest)) continue;
        if (rest.front() == '[') {
            section = &file.sections_[section_name(rest)];
            parent.clear();
            continue;
        }
        if (section == nullptr || rest.find('=') == std::string_view::npos) continue;
        std::string key(emulator::trimmed(emulator::take_until(rest, '=')));
        const std::string value(emulator::trimmed(rest));
        if (is_indented && !parent.empty()) {
            key.insert(0, parent + ".");
        } else {
            parent = value.empty() ? key : "";
        }
        section->insert_or_assign(std::move(key), value);
    }
    return file;
}

std::optional<std::string> ProfileFile::find(const std::string& section, const std::string& key)
    const {
    const auto found = sections_.find(section);
    if (found == sections_.end()) return std::nullopt;
    const auto setting = found->second.find(key);
    if (setting == found->second.end() || setting->second.empty()) return std::nullopt;
    return setting->second;
}

std::string config_section(const std::string& profile) {
    return profile == "default" ? profile : "profile " + profile;
}

}  // namespace stator::tools::client
