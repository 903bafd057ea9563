// Any text as a record: read it or refuse it; what is read is written, read and played alike.

#include "notation/replay.h"
#include "support/recompute.h"

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace {

using namespace bastide;

void require(bool holds, std::string_view what) {
    if (holds) return;
    std::cerr << "record_fuzz: " << what << '\n';
    std::abort();
}

void play(const Record& record, const Record& again) {
    const auto done = replay(record);
    const auto second = replay(again);
    require(done.has_value() == second.has_value(), "the written record plays differently");
    if (!done) {
        require(done.error().text() == second.error().text(), "another reason");
        require(done.error().turn <= record.turns.size(), "a turn that is not there");
        return;
    }
    const Game& game = (*done)->game;
    require((*done)->final == (*second)->final, "other scores");
    require(hash(game) == hash((*second)->game), "another position");
    const std::string wrong = testing_support::disagreement(game);
    require(wrong.empty(), wrong);
    for (unsigned player = 0; player < record.players.size(); ++player) {
        int sum = 0;
        for (const int points : (*done)->breakdown[player]) sum += points;
        require(sum == (*done)->final[player], "the breakdown is not the score");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto record = parse_record(text);
    if (!record) {
        require(!record.error().reason.empty(), "refused without a reason");
        return 0;
    }
    const std::string written = write_record(*record);
    const auto again = parse_record(written);
    require(again.has_value(), "what was written cannot be read");
    require(write_record(*again) == written, "written differently");
    require(again->turns == record->turns, "turns changed");
    require(again->players == record->players, "players changed");
    require(again->result == record->result, "result changed");
    play(*record, *again);
    return 0;
}
