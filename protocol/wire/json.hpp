// Reads and writes JSON, and hides RapidJSON from every other folder.
//
// JsonDocument owns a parsed request body; JsonView borrows a value from it. JSON null counts as
// "absent" when a member is looked up, as DynamoDB treats it. Parsing is iterative, so no nesting
// can overflow the stack.
#pragma once

#include <rapidjson/document.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/instant.hpp"

namespace stator::protocol::wire {

class JsonView {
public:
    explicit JsonView(const rapidjson::Value& value) : value_(&value) {}

    bool is_null() const { return value_->IsNull(); }

    bool is_object() const { return value_->IsObject(); }

    bool is_array() const { return value_->IsArray(); }

    bool is_string() const { return value_->IsString(); }

    bool is_boolean() const { return value_->IsBool(); }

    bool is_number() const { return value_->IsNumber(); }

    // True for a number written without a fraction or an exponent.
    bool is_integer() const { return value_->IsInt64() || value_->IsUint64(); }

    std::string_view string() const { return {value_->GetString(), value_->GetStringLength()}; }

    bool boolean() const { return value_->GetBool(); }

    // AWS: fractional numbers are floored toward zero. [case wire/integer_from_decimal]
    std::int64_t integer() const;

    // Precondition: is_number().
    double number() const { return value_->GetDouble(); }

    // Array elements or object members.
    std::size_t size() const { return value_->IsArray() ? value_->Size() : value_->MemberCount(); }

    // The last member of that name that is not null, or nothing. AWS: duplicate keys: last wins.
    std::optional<JsonView> find(std::string_view name) const;

    // The string member of that name, or "" when it is absent or not a string.
    std::string_view string_or_empty(std::string_view name) const;

    // Range over an array.
    auto elements() const { return value_->GetArray(); }

    // Range over an object: rapidjson members, see member_name() and JsonView(member.value).
    auto members() const { return value_->GetObject(); }

    // Compact JSON text, for messages that echo a value.
    std::string text() const;

private:
    const rapidjson::Value* value_;
};

inline std::string_view member_name(const rapidjson::Value::Member& member) {
    return {member.name.GetString(), member.name.GetStringLength()};
}

// Compact JSON with the members of every object in byte order of their names, so that values that
// differ only in the order of members give equal texts.
std::string canonical_text(JsonView json);

class JsonDocument {
public:
    // Takes over the body and parses it in place; nothing when it is not JSON.
    static std::optional<JsonDocument> parse(std::string body);

    JsonView root() const;

    // The body as it was parsed in place: what is no string stands where it stood.
    std::string_view body() const;

    // Where in the body a string of this document begins, behind its quote.
    std::size_t offset_of(std::string_view string) const;

    JsonDocument(JsonDocument&&) noexcept;
    JsonDocument& operator=(JsonDocument&&) noexcept;
    ~JsonDocument();

private:
    struct Parsed;

    explicit JsonDocument(std::unique_ptr<Parsed> parsed);

    std::unique_ptr<Parsed> parsed_;
};

// Appends JSON to a string. The caller is responsible for correct nesting; commas are written as
// needed.
class JsonWriter {
public:
    explicit JsonWriter(std::string& out) : out_(out) {}

    void begin_object() { open('{'); }

    // A member that is an object.
    void begin_object(std::string_view name) {
        key(name);
        begin_object();
    }

    void end_object() { close('}'); }

    void begin_array() { open('['); }

    // A member that is an array.
    void begin_array(std::string_view name) {
        key(name);
        begin_array();
    }

    void end_array() { close(']'); }

    void key(std::string_view name);
    void string(std::string_view value);
    void integer(std::int64_t value);
    void integer(std::uint64_t value);

    void integer(std::integral auto value) {
        if constexpr (std::is_signed_v<decltype(value)>) {
            integer(std::int64_t{value});
        } else {
            integer(std::uint64_t{value});
        }
    }

    // Capacity units: at most three decimals, at least one ("5.0").
    void decimal(double value);
    // A timestamp as in AWS's JSON: seconds since 1970, with the milliseconds after the point.
    void timestamp(Instant time);
    void boolean(bool value);
    void null();
    // Appends a text that is JSON already.
    void raw(std::string_view json);

    void string_member(std::string_view name, std::string_view value) {
        key(name);
        string(value);
    }

    void timestamp_member(std::string_view name, Instant time) {
        key(name);
        timestamp(time);
    }

    void integer_member(std::string_view name, std::integral auto value) {
        key(name);
        integer(value);
    }

    void decimal_member(std::string_view name, double value) {
        key(name);
        decimal(value);
    }

    void boolean_member(std::string_view name, bool value) {
        key(name);
        boolean(value);
    }

    void null_member(std::string_view name) {
        key(name);
        null();
    }

    void raw_member(std::string_view name, std::string_view json) {
        key(name);
        raw(json);
    }

    // A member that is an array: `write` appends an element to this writer.
    template <class Range, class Write>
    void array_member(std::string_view name, const Range& range, const Write& write) {
        begin_array(name);
        for (const auto& element : range) write(element);
        end_array();
    }

    // A member that is an array of objects: `write` appends the members of one.
    template <class Range, class Write>
    void objects_member(std::string_view name, const Range& range, const Write& write) {
        array_member(name, range, [&](const auto& element) {
            begin_object();
            write(element);
            end_object();
        });
    }

    // A member that is an array of strings.
    template <class Range>
    void strings_member(std::string_view name, const Range& range) {
        array_member(name, range, [&](std::string_view text) { string(text); });
    }

    // The buffer, for writers that append a whole value themselves; call value_follows() first.
    std::string& out() { return out_; }

    void value_follows() { separate(); }

private:
    void separate() {
        if (comma_) out_.push_back(',');
        comma_ = true;
    }

    void open(char bracket) {
        separate();
        out_.push_back(bracket);
        comma_ = false;
    }

    void close(char bracket) {
        out_.push_back(bracket);
        comma_ = true;
    }

    std::string& out_;
    bool comma_ = false;
};

// The text of one object: `write` appends its members to the writer that it gets.
template <class Write>
std::string object_text(const Write& write) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    write(json);
    json.end_object();
    return text;
}

// Appends `text` as a JSON string with its quotes.
void append_json_string(std::string& out, std::string_view text);

}  // namespace stator::protocol::wire
