#include "conformance/format/case_catalogue.hpp"

#include <gtest/gtest.h>

#include "tests/conformance/temporary_folder.hpp"

namespace stator::conformance {
namespace {

std::string case_text(int tier) {
    return R"({"asserts": "a", "source": "s", "steps": [{"do": "PutItem"}], "tier": )" +
           std::to_string(tier) + "}";
}

/// A folder of cases: two good files, one of them a list, one file with a mistake, one hidden.
class CaseCatalogue : public ::testing::Test {
protected:
    CaseCatalogue() {
        folder_.write("operations/PutItem/good.json", case_text(1));
        folder_.write(
            "operations/PutItem/list.json", "[" + case_text(1) + "," + case_text(3) + "]"
        );
        folder_.write("topics/reads/bad.json", "{");
        folder_.write("_hidden/bad.json", "{");
        folder_.write("operations/PutItem/notes.txt", "not a case");
    }

    /// The names selected, then `!` and the number of mistakes.
    std::string names(const CaseSelection& selection) const {
        const Catalogue catalogue = read_cases(folder_.path(), selection);
        std::string text;
        for (const Case& one : catalogue.cases) text += one.name + " ";
        return text + "!" + std::to_string(catalogue.mistakes.size());
    }

    testing::TemporaryFolder folder_;
};

TEST_F(CaseCatalogue, ReadsAllFiles) {
    EXPECT_EQ(names({}), "PutItem/good PutItem/list#1 PutItem/list#2 !1");
    const std::string mistake = read_cases(folder_.path(), {}).mistakes[0];
    EXPECT_EQ(
        mistake.find((folder_.path() / "topics/reads/bad.json: line 1, column 2").string()), 0U
    );
}

TEST_F(CaseCatalogue, TellsWhereAFileBelongs) {
    for (const char* const place :
         {"x.json", "topics/x.json", "PutItem/x.json", "topics/a/b/x.json", "misc/a/x.json"}) {
        const testing::TemporaryFolder folder;
        const std::string file = folder.write(place, case_text(1));
        const Catalogue catalogue = read_cases(folder.path(), {});
        EXPECT_TRUE(catalogue.cases.empty());
        const std::vector<std::string> mistakes{
            file +
            ": a case file lies at operations/<Operation>/<behaviour>.json or "
            "topics/<topic>/<behaviour>.json"};
        EXPECT_EQ(catalogue.mistakes, mistakes);
    }
}

TEST_F(CaseCatalogue, SkipsCasesThatTheTargetDoesNotSupport) {
    std::string text = case_text(1);
    folder_.write("topics/tables/slow.json", text.insert(1, R"("needs": "slow_tables", )"));
    EXPECT_EQ(names({{"tables"}, {}, {}}), "!0");
    EXPECT_EQ(read_cases(folder_.path(), {{"tables"}, {}, {}}).skipped, 1U);
    EXPECT_EQ(names({{"tables"}, {}, {"slow_tables"}}), "tables/slow !0");
}

TEST_F(CaseCatalogue, Selects) {
    const struct {
        CaseSelection selection;
        const char* names;
    } cases[] = {
        {{{"PutItem"}, {}, {}}, "PutItem/good PutItem/list#1 PutItem/list#2 !0"},
        {{{"list#2"}, {}, {}}, "PutItem/list#2 !0"},
        {{{"good", "bad"}, {}, {}}, "PutItem/good !1"},
        {{{"*/list*"}, {}, {}}, "PutItem/list#1 PutItem/list#2 !0"},
        {{{"*/list#2"}, {}, {}}, "PutItem/list#2 !0"},
        {{{"good*"}, {}, {}}, "!0"},
        {{{"PutItem"}, {3}, {}}, "PutItem/list#2 !0"},
        {{{"PutItem"}, {1, 3}, {}}, "PutItem/good PutItem/list#1 PutItem/list#2 !0"},
    };

    for (const auto& one : cases) EXPECT_EQ(names(one.selection), one.names);
}

}  // namespace
}  // namespace stator::conformance
