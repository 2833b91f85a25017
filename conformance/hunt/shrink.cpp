#include "conformance/hunt/shrink.hpp"

#include <algorithm>
#include <array>

#include "conformance/base/json.hpp"

namespace stator::conformance::hunt {
namespace {

/// The position of a value: the index of the member or element on each level.
using Path = std::vector<rapidjson::SizeType>;

Json& child_at(Json& value, rapidjson::SizeType index) {
    return value.IsObject() ? (value.MemberBegin() + index)->value : value[index];
}

rapidjson::SizeType child_count(const Json& value) {
    if (value.IsObject()) return value.MemberCount();
    return value.IsArray() ? value.Size() : 0;
}

void collect(Json& value, const Path& path, std::vector<Path>& paths) {
    for (rapidjson::SizeType i = 0; i < child_count(value); ++i) {
        Path child = path;
        child.push_back(i);
        paths.push_back(child);
        collect(child_at(value, i), child, paths);
    }
}

Json& parent_at(JsonDocument& document, const Path& path) {
    Json* value = &document;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) value = &child_at(*value, path[i]);
    return *value;
}

/// Returns the parts of an expression or statement that can be removed.
std::vector<std::string> parts_of(const std::string& text) {
    static constexpr std::array<std::string_view, 8> kSeparators{
        " AND ", " OR ", " REMOVE ", " ADD ", " DELETE ", " SET ", ", ", " RETURNING "};
    std::vector<std::string> parts;
    for (const std::string_view separator : kSeparators) {
        for (std::size_t at = text.find(separator); at != std::string::npos;
             at = text.find(separator, at + 1)) {
            parts.push_back(text.substr(0, at));
            const bool is_clause = separator.size() > 4 && separator != " AND ";
            parts.push_back(text.substr(at + (is_clause ? 1 : separator.size())));
        }
    }
    if (text.starts_with("NOT ")) parts.push_back(text.substr(4));
    return parts;
}

/// Removes placeholders that no text uses any more.
void prune(Json& value, const std::string& request) {
    if (value.IsArray()) {
        for (Json& element : value.GetArray()) prune(element, request);
    }
    if (!value.IsObject()) return;
    for (auto member = value.MemberBegin(); member != value.MemberEnd();) {
        const std::string_view name = text_of(member->name);
        const bool holds_placeholders =
            name == "ExpressionAttributeNames" || name == "ExpressionAttributeValues";
        if (!holds_placeholders || !member->value.IsObject()) {
            prune(member->value, request);
            ++member;
            continue;
        }
        Json& placeholders = member->value;
        for (auto one = placeholders.MemberBegin(); one != placeholders.MemberEnd();) {
            // The first place is the placeholder's definition; a second one is a use.
            const std::string placeholder(text_of(one->name));
            const std::size_t first = request.find(placeholder);
            const bool is_used = request.find(placeholder, first + 1) != std::string::npos;
            one = is_used ? one + 1 : placeholders.EraseMember(one);
        }
        member = placeholders.ObjectEmpty() ? value.EraseMember(member) : member + 1;
    }
}

class Shrinker {
public:
    Shrinker(Exemplar exemplar, const StillShows& still_shows, std::size_t attempts_max)
        : best_(std::move(exemplar)), still_shows_(still_shows), attempts_left_(attempts_max) {}

    Exemplar run() {
        drop_tables();
        for (bool has_progress = true; has_progress && attempts_left_ > 0;) {
            has_progress = drop_items();
            has_progress = shrink_request() || has_progress;
            has_progress = drop_attributes() || has_progress;
        }
        return best_;
    }

private:
    bool accept(const Exemplar& candidate) {
        if (attempts_left_ == 0) return false;
        --attempts_left_;
        if (!still_shows_(candidate)) return false;
        best_ = candidate;
        return true;
    }

    void drop_tables() {
        Exemplar candidate = best_;
        std::erase_if(candidate.tables, [&](const generate::KnownTable& table) {
            return candidate.request.body.find(table.shape.name) == std::string::npos;
        });
        const bool drops = candidate.tables.size() < best_.tables.size();
        if (drops && !candidate.tables.empty()) accept(candidate);
    }

    /// Removes halves, quarters … single items, if the exemplar still shows the difference.
    bool drop_items() {
        bool has_progress = false;
        for (std::size_t t = 0; t < best_.tables.size(); ++t) {
            for (std::size_t size = best_.tables[t].items.size(); size > 0; size /= 2) {
                for (std::size_t at = 0; at < best_.tables[t].items.size();) {
                    Exemplar candidate = best_;
                    auto& items = candidate.tables[t].items;
                    const std::size_t end = std::min(at + size, items.size());
                    items.erase(
                        items.begin() + static_cast<long>(at),
                        items.begin() + static_cast<long>(end)
                    );
                    if (!accept(candidate)) {
                        at += size;
                    } else {
                        has_progress = true;
                    }
                }
            }
        }
        return has_progress;
    }

    bool shrink_request() {
        bool has_progress = false;
        for (bool again = true; again && attempts_left_ > 0;) {
            again = false;
            for (const std::string& request : smaller_requests(best_.request.body)) {
                Exemplar candidate = best_;
                candidate.request.body = request;
                if (!accept(candidate)) continue;
                again = has_progress = true;
                break;
            }
        }
        return has_progress;
    }

    bool drop_attributes() {
        bool has_progress = false;
        for (std::size_t t = 0; t < best_.tables.size(); ++t) {
            const generate::KeyShape keys = best_.tables[t].shape.keys;
            for (std::size_t i = 0; i < best_.tables[t].items.size(); ++i) {
                const generate::Item item = best_.tables[t].items[i];
                for (const auto& [name, value] : item) {
                    if (name == keys.hash.name || name == keys.range.name) continue;
                    Exemplar candidate = best_;
                    candidate.tables[t].items[i].erase(name);
                    has_progress = accept(candidate) || has_progress;
                }
            }
        }
        return has_progress;
    }

    Exemplar best_;
    const StillShows& still_shows_;
    std::size_t attempts_left_;
};

}  // namespace

std::vector<std::string> smaller_requests(const std::string& request) {
    std::vector<std::string> smaller;
    JsonDocument document = parse_json(request);
    std::vector<Path> paths;
    collect(document, {}, paths);
    constexpr std::size_t kShortMax = 24;
    for (const Path& path : paths) {
        JsonDocument copy;
        copy.CopyFrom(document, copy.GetAllocator());
        Json& parent = parent_at(copy, path);
        Json& value = child_at(parent, path.back());
        if (value.IsString()) {
            const std::string text(text_of(value));
            std::vector<std::string> texts = parts_of(text);
            if (text.size() > kShortMax && text.find(' ') == std::string::npos) {
                texts.push_back(text.substr(0, text.size() / 2));
            }
            for (const std::string& part : texts) {
                value = make_string(part, copy.GetAllocator());
                const std::string changed = to_text(copy);
                JsonDocument pruned = parse_json(changed);
                prune(pruned, changed);
                smaller.push_back(to_text(pruned));
            }
        }
        if (parent.IsObject()) {
            if (text_of((parent.MemberBegin() + path.back())->name) == "TableName") continue;
            parent.EraseMember(parent.MemberBegin() + path.back());
        } else {
            parent.Erase(parent.Begin() + path.back());
        }
        const std::string removed = to_text(copy);
        smaller.push_back(removed);
        JsonDocument pruned = parse_json(removed);
        prune(pruned, removed);
        if (std::string text = to_text(pruned); text != removed) smaller.push_back(std::move(text));
    }
    return smaller;
}

Exemplar shrunk(Exemplar exemplar, const StillShows& still_shows, std::size_t attempts_max) {
    return Shrinker(std::move(exemplar), still_shows, attempts_max).run();
}

}  // namespace stator::conformance::hunt
