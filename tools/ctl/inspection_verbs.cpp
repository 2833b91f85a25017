#include "tools/ctl/inspection_verbs.hpp"

namespace stator::tools::ctl {
namespace {

constexpr CtlArgument kOfTable = {
    "--table", "table", CtlForm::Text, CtlPlace::Parameter, "of this table alone"};
constexpr CtlArgument kInRegion = {
    "--region", "region", CtlForm::Text, CtlPlace::Parameter, "in this region alone"};

constexpr CtlArgument subject(std::string_view name) {
    return {
        name,
        name,
        CtlForm::Text,
        CtlPlace::Parameter,
        "table:NAME, table:NAME@TIME, backup:ARN, universe:NAME or snapshot:NAME",
        true};
}

constexpr CtlArgument kFrom = {
    "--from", "from", CtlForm::Text, CtlPlace::Member, "from this region alone"};

std::vector<CtlVerb> replication_verbs() {
    return {
        {"replication",
         "show",
         "Show what is on its way between the regions of global tables, and which writes met",
         "GET",
         "/_stator/v1/replication",
         {kOfTable}},
        {"replication",
         "lag",
         "Say how long a write takes to another region",
         "PUT",
         "/_stator/v1/replication",
         {{"lag",
           "lag",
           CtlForm::Distribution,
           CtlPlace::Member,
           "ms, uniform:500:1500 or exponential:800",
           true}}},
        {"replication",
         "pause",
         "Cut a region off: nothing is replicated from it, or to it",
         "POST",
         "/_stator/v1/replication/pause",
         {{"region", "region", CtlForm::Text, CtlPlace::Member, "such as eu-west-1", true}, kFrom}},
        {"replication",
         "resume",
         "Connect a region again, or all; what was held up arrives at once",
         "POST",
         "/_stator/v1/replication/resume",
         {{"--region", "region", CtlForm::Text, CtlPlace::Member, "this region alone"}, kFrom}},
    };
}

std::vector<CtlVerb> credential_verbs() {
    return {
        {"credentials",
         "show",
         "Show which access keys requests may be signed with, never their secrets",
         "GET",
         "/_stator/v1/credentials"},
        {"credentials",
         "set",
         "Put these keys in the place of all",
         "PUT",
         "/_stator/v1/credentials",
         {{"keys", "keys", CtlForm::Json, CtlPlace::Body, "JSON, a file or -", true}}},
        {"credentials",
         "reload",
         "Read the credentials file again",
         "POST",
         "/_stator/v1/credentials/reload"},
    };
}

constexpr CtlArgument kPrincipal = {
    "--principal",
    "principal",
    CtlForm::Text,
    CtlPlace::Parameter,
    "of this one alone, by its ARN or access key"};

constexpr CtlArgument kRefused = {
    "--refused", "refused", CtlForm::Switch, CtlPlace::Parameter, "on: refused requests, too"};

std::vector<CtlVerb> iam_verbs() {
    return {
        {"iam",
         "decisions",
         "List what was decided of requests",
         "GET",
         "/_stator/v1/iam/decisions",
         {{"--refused",
           "refused",
           CtlForm::Switch,
           CtlPlace::Parameter,
           "on: of refused ones alone"},
          {"--limit", "limit", CtlForm::Text, CtlPlace::Parameter, "no more than these; 100"}}},
        {"iam",
         "explain",
         "Say which statements decided about a request, and what of the others failed",
         "GET",
         "/_stator/v1/iam/decisions/{number}",
         {{"number",
           "number",
           CtlForm::Text,
           CtlPlace::Segment,
           "of the reply's header x-stator-decision",
           true}}},
        {"iam",
         "needed",
         "Write the least policies under which the requests pass",
         "GET",
         "/_stator/v1/iam/needed",
         {kPrincipal,
          kRefused,
          {"--indexes",
           "indexes",
           CtlForm::Switch,
           CtlPlace::Parameter,
           "on: all of a table in place of each"},
          {"--accounts",
           "accounts",
           CtlForm::Switch,
           CtlPlace::Parameter,
           "on: any in place of it"},
          {"--generalise",
           "generalise",
           CtlForm::Text,
           CtlPlace::Parameter,
           "index: all of a table; prefix: tables whose names begin alike and of which the same "
           "actions are needed"},
          {"--fgac",
           "fgac",
           CtlForm::Switch,
           CtlPlace::Parameter,
           "on: with conditions on items and attributes, by the journal"}}},
        {"iam",
         "check",
         "Say which of the requests a policy would refuse; exit code 1 if there is one",
         "POST",
         "/_stator/v1/iam/check",
         {{"policy", "policy", CtlForm::Json, CtlPlace::Body, "JSON, a file or -", true},
          kPrincipal}},
        {"iam",
         "forget",
         "Forget all decisions, and what was needed",
         "DELETE",
         "/_stator/v1/iam/decisions"},
    };
}

std::vector<CtlVerb> other_verbs() {
    return {
        {"heat",
         "",
         "Show how hot partitions and keys are, and whose Contributor Insights are on",
         "GET",
         "/_stator/v1/heat",
         {kOfTable, kInRegion}},
        {"partitions",
         "",
         "Show which hashes, items and keys lie in which partition",
         "GET",
         "/_stator/v1/partitions",
         {kOfTable}},
        {"policies",
         "",
         "Show the resource-based policies of tables and streams",
         "GET",
         "/_stator/v1/policies",
         {kOfTable, kInRegion}},
        {"limits",
         "",
         "Show what connections and memory take, and how much they may",
         "GET",
         "/_stator/v1/limits"},
        {"due", "", "Show what is due, and when", "GET", "/_stator/v1/due"},
    };
}

// What tables were, and what went out of them and into them.
std::vector<CtlVerb> past_verbs() {
    return {
        {"backups",
         "",
         "List the backups, with what they hold",
         "GET",
         "/_stator/v1/backups",
         {kOfTable}},
        {"exports",
         "",
         "List the exports, with where they are and what became of them",
         "GET",
         "/_stator/v1/exports",
         {kOfTable}},
        {"imports",
         "",
         "List the imports, with what was read and what became of them",
         "GET",
         "/_stator/v1/imports",
         {kOfTable}},
        {"bulk-operations",
         "",
         "List the bulk operations, with what was put and what became of them",
         "GET",
         "/_stator/v1/bulk-operations",
         {kOfTable}},
        {"history",
         "",
         "Show which moments tables can be restored to, and what remembering them takes",
         "GET",
         "/_stator/v1/history",
         {kOfTable}},
        {"diff",
         "",
         "Say what differs between two tables, moments, backups, universes or snapshots",
         "GET",
         "/_stator/v1/diff",
         {subject("a"),
          subject("b"),
          {"--region", "region", CtlForm::Text, CtlPlace::Parameter, "tables of this region"},
          {"--limit", "limit", CtlForm::Text, CtlPlace::Parameter, "no more items than these; 100"},
          {"--format",
           "format",
           CtlForm::Text,
           CtlPlace::Parameter,
           "text or json",
           false,
           "text"}},
         "",
         true},
    };
}

}  // namespace

std::vector<CtlVerb> inspection_verbs() {
    std::vector<CtlVerb> verbs = replication_verbs();
    for (const auto& more : {credential_verbs(), iam_verbs(), other_verbs(), past_verbs()}) {
        verbs.insert(verbs.end(), more.begin(), more.end());
    }
    return verbs;
}

}  // namespace stator::tools::ctl
