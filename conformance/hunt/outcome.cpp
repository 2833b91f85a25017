#include "conformance/hunt/outcome.hpp"

#include <regex>

#include "conformance/hunt/normal_form.hpp"

namespace stator::conformance::hunt {
namespace {

std::string text_member(const Json& body, std::string_view name) {
    const Json* member = find_member(body, name);
    return member != nullptr && member->IsString() ? std::string(text_of(*member)) : "";
}

bool is_unsupported(const std::string& type, const std::string& message) {
    if (type == "UnknownOperationException" || type == "NotImplemented") return true;
    static constexpr std::string_view kPhrases[] = {
        "not supported in", "is not implemented", "not yet supported", "currently unsupported"};
    return std::any_of(std::begin(kPhrases), std::end(kPhrases), [&](std::string_view phrase) {
        return message.find(phrase) != std::string::npos;
    });
}

/// Returns the first place where two values in normal form differ; "" if they are equal.
std::string first_difference(const Json& left, const Json& right, const std::string& path) {
    if (left.IsNumber() && right.IsNumber()) return numbers_equal(left, right) ? "" : path;
    if (left.IsObject() && right.IsObject()) {
        for (const auto& member : left.GetObject()) {
            const std::string place = path + "/" + std::string(text_of(member.name));
            const Json* other = find_member(right, text_of(member.name));
            if (other == nullptr) return place + " missing";
            std::string found = first_difference(member.value, *other, place);
            if (!found.empty()) return found;
        }
        for (const auto& member : right.GetObject()) {
            const std::string_view name = text_of(member.name);
            if (find_member(left, name) == nullptr)
                return path + "/" + std::string(name) + " added";
        }
        return "";
    }
    if (left.IsArray() && right.IsArray()) {
        for (rapidjson::SizeType i = 0; i < std::min(left.Size(), right.Size()); ++i) {
            std::string found = first_difference(left[i], right[i], path + "/*");
            if (!found.empty()) return found;
        }
        if (left.Size() < right.Size()) return path + " longer";
        return left.Size() > right.Size() ? path + " shorter" : "";
    }
    if (left == right) return "";
    const bool is_message = left.IsString() && right.IsString() && path.ends_with("Message");
    return is_message ? path + " " + skeleton(text_of(right)) : path;
}

/// Returns the place without names that a user chose: attributes of items, names of tables.
std::string plain_place(const std::string& place) {
    static const std::regex kItems(
        "/(Items?|Attributes|LastEvaluatedKey|Key|UnprocessedItems|"
        "UnprocessedKeys|ItemCollectionKey)(/[^ ]*)?"
    );
    static const std::regex kTables("/hunt-[^/ ]*");
    return std::regex_replace(std::regex_replace(place, kItems, "/$1"), kTables, "/T");
}

}  // namespace

Outcome read_outcome(const generate::Request& request, const Answer& answer) {
    Outcome outcome;
    if (answer.status == 0) return outcome;
    auto document = std::make_shared<JsonDocument>();
    try {
        *document = parse_json(answer.body);
    } catch (const JsonError&) {
        outcome.verdict = Verdict::Refusal;
        outcome.error_type = "status " + std::to_string(answer.status) + " without JSON";
        return outcome;
    }
    if (answer.is_success()) {
        outcome.verdict = Verdict::Success;
        normalise_reply(request, *document);
        outcome.reply = document;
        return outcome;
    }
    const std::string type = text_member(*document, "__type");
    outcome.error_type = type.substr(type.rfind('#') + 1);
    outcome.message = text_member(*document, "message");
    if (outcome.message.empty()) outcome.message = text_member(*document, "Message");
    const bool is_missing = is_unsupported(outcome.error_type, outcome.message);
    outcome.verdict = is_missing ? Verdict::Unsupported : Verdict::Refusal;
    if (document->IsObject()) {
        for (const char* member : {"__type", "message", "Message"}) document->RemoveMember(member);
        normalise_reply(request, *document);
    }
    outcome.reply = document;
    return outcome;
}

std::string skeleton(std::string_view message) {
    static const std::regex kQuoted(R"('[^']*'|"[^"]*")");
    static const std::regex kLists(R"(\[[^\]]*\])");
    static const std::regex kTables("hunt-[A-Za-z0-9-]*");
    static const std::regex kNames(R"(\b(pk|sk|ia|ib|ic|b|c|d|e|l|m|size|Status|extra|x\.y|a-b)\b)"
    );
    static const std::regex kNumbers("[0-9]+");
    static const std::regex kEnvelope("^[0-9]+ validation errors? detected: ");
    std::string text = std::regex_replace(std::string(message), kEnvelope, "");
    text = std::regex_replace(text, kTables, "T");
    if (!text.starts_with("Transaction cancelled")) text = std::regex_replace(text, kLists, "[…]");
    text = std::regex_replace(text, kQuoted, "'…'");
    text = std::regex_replace(text, kNames, "a");
    text = std::regex_replace(text, kNumbers, "0");
    constexpr std::size_t kLengthMax = 240;
    if (text.size() <= kLengthMax) return text;
    std::size_t length = kLengthMax;
    while (is_continuation(text[length])) --length;
    text.resize(length);
    return text;
}

std::string signature(const Outcome& outcome) {
    switch (outcome.verdict) {
        case Verdict::Success: return "success";
        case Verdict::Unsupported: return "-";
        case Verdict::Lost: return "no reply";
        case Verdict::Refusal: break;
    }
    return outcome.error_type + ": " + skeleton(outcome.message);
}

std::string disagreement(const Outcome& subject, const Outcome& other) {
    const bool has_say = other.verdict == Verdict::Success || other.verdict == Verdict::Refusal;
    if (!has_say || subject.verdict == Verdict::Unsupported) return "-";
    if (subject.verdict != other.verdict) return signature(other);
    if (subject.verdict == Verdict::Refusal &&
        (subject.error_type != other.error_type || subject.message != other.message)) {
        return signature(other);
    }
    if (subject.reply == nullptr || other.reply == nullptr) return "";
    const std::string place = first_difference(*subject.reply, *other.reply, "");
    return place.empty() ? "" : "reply " + plain_place(place);
}

}  // namespace stator::conformance::hunt
