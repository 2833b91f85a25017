// Clusters: the differences that a hunt has found, grouped by kind.
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

/// Suffix for a side whose reply or contents differ from those of all other sides.
inline constexpr std::string_view kAlone = " (alone)";

/// The result of a request: the subject's reply, and the difference of each other side.
struct Signature {
    std::string operation;
    std::string subject;
    std::vector<std::string> others;  // see disagreement(); "state" for different contents; with
                                      // kAlone if no other side replies in the same way

    bool has_difference() const;
    auto operator<=>(const Signature&) const = default;
};

/// A request that shows a difference, and the tables before the request.
struct Exemplar {
    generate::Request request;
    std::vector<generate::KnownTable> tables;
    std::vector<std::string> answers;  // the subject's, then the others'
};

struct Cluster {
    Signature signature;
    std::size_t count = 0;
    std::uint64_t first_request = 0;  // number of the first request that showed it
    Exemplar exemplar;                // the shortest so far
};

/// The importance of a difference.
enum class Rank : unsigned char {
    Agreed,  // two other sides agree with each other, but not with the subject
    Single,  // one other side differs, or all differ in different ways
    Words,   // different wording of the same rule
};

/// Clusters with the same differences, ignoring sides that did not take part.
struct Group {
    std::string operation;
    std::string subject;  // its signature
    std::string others;   // signature of the other sides' replies
    std::size_t count = 0;
    std::uint64_t first_request = 0;
    const Cluster* shortest = nullptr;
};

class Clusters {
public:
    void add(Signature signature, std::uint64_t number, Exemplar exemplar);

    /// Counts which text of the subject corresponds to each text of another side.
    void note_refusals(const Signature& signature);

    /// Returns the groups of each rank, the most frequent first. Valid as long as this object.
    std::map<Rank, std::vector<Group>> ranked() const;

    std::size_t size() const { return clusters_.size(); }

private:
    /// Returns the subject's text for `text` of another side.
    std::string translated(std::size_t other, const std::string& text) const;
    std::pair<Rank, std::string> judged(const Signature& signature) const;

    std::map<Signature, Cluster> clusters_;
    /// (side, its text) → the subject's texts and how often each occurs.
    std::map<std::pair<std::size_t, std::string>, std::map<std::string, std::size_t>> meanings_;
};

}  // namespace stator::conformance::hunt
