// Clusters: the differences that a hunt has found, put together by what differs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/generate/known_table.hpp"
#include "conformance/generate/request_writer.hpp"

namespace stator::conformance::hunt {

/// Ends the text of a side whose reply or contents no other side has.
inline constexpr std::string_view kAlone = " (alone)";

/// What a request brought to light: how the subject answered and how each of the others differs.
struct Signature {
    std::string operation;
    std::string subject;
    std::vector<std::string> others;  // see disagreement(); "state" for different contents; with
                                      // kAlone where no other side answers likewise

    bool has_difference() const;
    auto operator<=>(const Signature&) const = default;
};

/// A request that shows a difference, and the tables as they were before it.
struct Exemplar {
    generate::Request request;
    std::vector<generate::KnownTable> tables;
    std::vector<std::string> answers;  // the subject's, then the others'
};

struct Cluster {
    Signature signature;
    std::size_t count = 0;
    std::uint64_t first_request = 0;  // the number of the first request that showed it
    Exemplar exemplar;                // the shortest so far
};

/// How much a difference is worth a look.
enum class Rank : unsigned char {
    Agreed,  // two others agree with each other against the subject
    Single,  // one other differs, or each in its own way
    Words,   // another wording of the same rule
};

/// Clusters that say the same, whatever the sides without a say did.
struct Group {
    std::string operation;
    std::string subject;  // its signature
    std::string others;   // what others answer instead
    std::size_t count = 0;
    std::uint64_t first_request = 0;
    const Cluster* shortest = nullptr;
};

class Clusters {
public:
    void add(Signature signature, std::uint64_t number, Exemplar exemplar);

    /// Counts which text of another stands where the subject has which.
    void note_refusals(const Signature& signature);

    /// The groups of each rank, the most frequent first. They refer to this.
    std::map<Rank, std::vector<Group>> ranked() const;

    std::size_t size() const { return clusters_.size(); }

private:
    /// The subject's text for what that other words so.
    std::string translated(std::size_t other, const std::string& text) const;
    std::pair<Rank, std::string> judged(const Signature& signature) const;

    std::map<Signature, Cluster> clusters_;
    /// By other and its text: how often the subject answers what.
    std::map<std::pair<std::size_t, std::string>, std::map<std::string, std::size_t>> meanings_;
};

}  // namespace stator::conformance::hunt
