#include "conformance/hunt/cluster.hpp"

#include <algorithm>
#include <tuple>

namespace stator::conformance::hunt {
namespace {

bool is_vote(const std::string& other) {
    return !other.empty() && other != "-";
}

bool is_refusal(const std::string& signature) {
    return signature != "success" && !signature.starts_with("reply ") && signature != "state";
}

}  // namespace

bool Signature::has_difference() const {
    return std::any_of(others.begin(), others.end(), is_vote);
}

void Clusters::add(Signature signature, std::uint64_t number, Exemplar exemplar) {
    Cluster& cluster = clusters_[signature];
    if (cluster.count++ == 0) {
        cluster.signature = std::move(signature);
        cluster.first_request = number;
        cluster.exemplar = std::move(exemplar);
    } else if (exemplar.request.body.size() < cluster.exemplar.request.body.size()) {
        cluster.exemplar = std::move(exemplar);
    }
}

void Clusters::note_refusals(const Signature& signature) {
    if (!is_refusal(signature.subject)) return;
    for (std::size_t i = 0; i < signature.others.size(); ++i) {
        const std::string& other = signature.others[i];
        if (other == "-" || !is_refusal(other)) continue;
        const std::string& text = other.empty() ? signature.subject : other;
        ++meanings_[{i, text}][signature.subject];
    }
}

std::string Clusters::translated(std::size_t other, const std::string& text) const {
    const auto found = meanings_.find({other, text});
    if (found == meanings_.end()) return text;
    const auto most = std::max_element(
        found->second.begin(),
        found->second.end(),
        [](const auto& left, const auto& right) { return left.second < right.second; }
    );
    return most->first;
}

std::pair<Rank, std::string> Clusters::judged(const Signature& signature) const {
    std::map<std::string, std::size_t> votes;
    std::string single;
    for (std::size_t i = 0; i < signature.others.size(); ++i) {
        const std::string& other = signature.others[i];
        if (!is_vote(other)) continue;
        const std::string meaning = translated(i, other);
        if (meaning == signature.subject) continue;
        if (single.empty()) single = other;
        if (!other.ends_with(kAlone)) ++votes[meaning];
    }
    if (single.empty()) return {Rank::Words, ""};
    for (const auto& [meaning, count] : votes) {
        if (count > 1) return {Rank::Agreed, meaning};
    }
    return {Rank::Single, single};
}

std::map<Rank, std::vector<Group>> Clusters::ranked() const {
    std::map<std::tuple<Rank, std::string, std::string, std::string>, Group> groups;
    for (const auto& [signature, cluster] : clusters_) {
        const auto [rank, others] = judged(signature);
        Group& group = groups[{rank, signature.operation, signature.subject, others}];
        const bool is_first = group.count == 0;
        group.operation = signature.operation;
        group.subject = signature.subject;
        group.others = others;
        group.count += cluster.count;
        if (is_first || cluster.first_request < group.first_request) {
            group.first_request = cluster.first_request;
        }
        const std::size_t size = cluster.exemplar.request.body.size();
        if (is_first || size < group.shortest->exemplar.request.body.size()) {
            group.shortest = &cluster;
        }
    }
    std::map<Rank, std::vector<Group>> ranked;
    for (auto& [key, group] : groups) ranked[std::get<0>(key)].push_back(std::move(group));
    for (auto& [rank, list] : ranked) {
        std::stable_sort(list.begin(), list.end(), [](const Group& left, const Group& right) {
            return left.count > right.count;
        });
    }
    return ranked;
}

}  // namespace stator::conformance::hunt
