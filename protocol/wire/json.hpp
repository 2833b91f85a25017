// Reads and writes JSON, and hides RapidJSON from all other folders.
//
// JsonDocument owns a parsed request body; JsonView refers to a value in it. A member that is null
// counts as absent, as in DynamoDB. Parsing uses bounded stack space, so no nesting can overflow
// the stack.
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

    // Returns true for a number written without a fraction or an exponent.
    bool is_integer() const { return value_->IsInt64() || value_->IsUint64(); }

    std::string_view string() const { return {value_->GetString(), value_->GetStringLength()}; }

    bool boolean() const { return value_->GetBool(); }

    // AWS: fractional numbers are rounded toward zero. [case wire/integer_from_decimal]
    std::int64_t integer() const;

    // Precondition: is_number().
    double number() const { return value_->GetDouble(); }

    // Returns the number of array elements or object members.
    std::size_t size() const { return value_->IsArray() ? value_->Size() : value_->MemberCount(); }

    // Returns the last member of that name that is not null, or nullopt. AWS: if a key is repeated,
    // the last member counts.
    std::optional<JsonView> find(std::string_view name) const;

    // Returns the string member of that name; "" if it is absent or not a string.
    std::string_view string_or_empty(std::string_view name) const;

    // A range over an array.
    auto elements() const { return value_->GetArray(); }

    // A range over an object, with RapidJSON members: see member_name() and JsonView(member.value).
    auto members() const { return value_->GetObject(); }

    // Returns compact JSON, for messages that contain a value.
    std::string text() const;

private:
    const rapidjson::Value* value_;
};

inline std::string_view member_name(const rapidjson::Value::Member& member) {
    return {member.name.GetString(), member.name.GetStringLength()};
}

// Returns compact JSON with the members of all objects in byte order of their names. Values that
// differ only in the order of members yield equal texts.
std::string canonical_text(JsonView json);

class JsonDocument {
public:
    // Takes ownership of the body and parses it in place. nullopt if it is not JSON.
    static std::optional<JsonDocument> parse(std::string body);

    JsonView root() const;

    // The body after in-place parsing. Strings have been decoded in place; everything else is
    // unchanged.
    std::string_view body() const;

    // Returns the offset in the body of a string of this document, after its opening quote.
    std::size_t offset_of(std::string_view string) const;

    JsonDocument(JsonDocument&&) noexcept;
    JsonDocument& operator=(JsonDocument&&) noexcept;
    ~JsonDocument();

private:
    struct Parsed;

    explicit JsonDocument(std::unique_ptr<Parsed> parsed);

    std::unique_ptr<Parsed> parsed_;
};

// Appends JSON to a string. The caller is responsible for correct nesting; commas are written
// automatically.
class JsonWriter {
public:
    explicit JsonWriter(std::string& out) : out_(out) {}

    void begin_object() { open('{'); }

    // Begins a member that is an object.
    void begin_object(std::string_view name) {
        key(name);
        begin_object();
    }

    void end_object() { close('}'); }

    void begin_array() { open('['); }

    // Begins a member that is an array.
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

    // Writes capacity units: one to three decimals ("5.0").
    void decimal(double value);
    // Writes a timestamp as in AWS's JSON: seconds since 1970, with milliseconds as decimals.
    void timestamp(Instant time);
    void boolean(bool value);
    void null();
    // Appends a text that is already JSON.
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

    // Writes a member that is an array. `write` appends an element to this writer.
    template <class Range, class Write>
    void array_member(std::string_view name, const Range& range, const Write& write) {
        begin_array(name);
        for (const auto& element : range) write(element);
        end_array();
    }

    // Writes a member that is an array of objects. `write` appends the members of one.
    template <class Range, class Write>
    void objects_member(std::string_view name, const Range& range, const Write& write) {
        array_member(name, range, [&](const auto& element) {
            begin_object();
            write(element);
            end_object();
        });
    }

    // Writes a member that is an array of strings.
    template <class Range>
    void strings_member(std::string_view name, const Range& range) {
        array_member(name, range, [&](std::string_view text) { string(text); });
    }

    // The buffer, for code that appends a whole value itself. Call value_follows() first.
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

// Returns the text of one object. `write` appends its members to the writer it receives.
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
