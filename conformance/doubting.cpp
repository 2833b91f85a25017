#include "conformance/doubting.hpp"

#include <fstream>
#include <iostream>
#include <stdexcept>

#include "conformance/doubts/capture_script.hpp"
#include "conformance/doubts/differences_page.hpp"
#include "conformance/doubts/ledger.hpp"
#include "conformance/doubts/settlement.hpp"

namespace stator::conformance {
namespace {

int settle(const std::string& folder, const std::vector<Case>& cases) {
    const doubts::Settlement settlement = doubts::settle(cases, folder);
    std::cout << settlement.text << settlement.confirmed << " confirmed, " << settlement.refuted
              << " refuted\n";
    return settlement.refuted == 0 ? 0 : 1;
}

}  // namespace

int show_doubts(const Options& options, const std::vector<Case>& cases) {
    const DoubtOptions& wanted = options.doubts;
    if (!wanted.captured.empty()) return settle(wanted.captured, cases);
    if (!wanted.page_folder.empty()) {
        std::cout << doubts::differences_page(cases, wanted.page_folder);
        return 0;
    }
    const std::string region = options.region.empty() ? "eu-west-2" : options.region;
    const auto ledger = doubts::read_ledger(cases, doubts::kRunPlaceholder, region);
    if (wanted.script_file.empty()) {
        std::cout << doubts::ledger_text(ledger);
        return 0;
    }
    std::ofstream file(wanted.script_file, std::ios::binary);
    file << doubts::capture_script(ledger);
    if (!file.flush()) throw std::runtime_error("cannot write " + wanted.script_file);
    return 0;
}

}  // namespace stator::conformance
