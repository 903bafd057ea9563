// Pinned counts of tests/perft/*.txt. A change of any of them is a change in play: it goes into the
// commit's last line.

#include "rules/perft.h"

#include "catalog/catalog.h"
#include "support/any_game.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace bastide {
namespace {

using testing_support::setup_of;

struct Line {
    std::string text;
    std::string edition, options;
    unsigned players = 0;
    std::uint64_t seed = 0;
    std::vector<std::uint64_t> counts;
};

std::vector<Line> lines() {
    std::vector<Line> all;
    for (const auto& entry :
         std::filesystem::directory_iterator(BASTIDE_SOURCE_DIR "/tests/perft")) {
        if (entry.path().extension() != ".txt") continue;
        std::ifstream in(entry.path());
        Line line;
        while (std::getline(in, line.text)) {
            if (line.text.empty() || line.text.starts_with('#')) continue;
            std::istringstream words(line.text);
            words >> line.edition >> line.options >> line.players >> line.seed;
            line.counts.clear();
            for (std::uint64_t count = 0; words >> count;) line.counts.push_back(count);
            all.push_back(line);
        }
    }
    return all;
}

std::shared_ptr<const Setup> setup_of_line(const Line& line) {
    const Edition* edition = Catalog::embedded().find(line.edition);
    EXPECT_NE(edition, nullptr) << line.text;
    Options options = edition->defaults;
    EXPECT_TRUE(set_options(options, line.options == "-" ? "" : line.options)) << line.text;
    return setup_of(line.edition, options);
}

TEST(Perft, counts_are_as_pinned) {
    const bool print = std::getenv("BASTIDE_PRINT_PERFT") != nullptr; // to pin anew
    std::set<std::string> tiles; // of all boxes that are counted
    for (const Line& line : lines()) {
        const auto setup = setup_of_line(line);
        const Game game(*setup->box, line.players, 0);
        const Deck deck(game, line.seed);
        tiles.insert(setup->tile_ids.begin(), setup->tile_ids.end());
        ASSERT_FALSE(line.counts.empty()) << line.text;
        std::vector<std::uint64_t> counts;
        for (unsigned depth = 1; depth <= line.counts.size(); ++depth) {
            counts.push_back(perft(game, deck, depth));
        }
        if (!print) {
            EXPECT_EQ(counts, line.counts) << line.text;
            continue;
        }
        std::cout << line.edition << ' ' << line.options << ' ' << line.players << ' ' << line.seed;
        for (const std::uint64_t count : counts) std::cout << ' ' << count;
        std::cout << '\n';
    }
    for (const std::string& set : Catalog::embedded().tile_set_names()) {
        for (const NamedTile& tile : *Catalog::embedded().tile_set(set)) {
            EXPECT_TRUE(tiles.contains(tile.id)) << tile.id;
        }
    }
}

TEST(Perft, apply_and_undo_count_the_same) {
    for (const Line& line : lines()) {
        const auto setup = setup_of_line(line);
        Game game(*setup->box, line.players, 0);
        const Game before = game;
        const Deck deck(game, line.seed);
        // A level less where it is wide: undo counts every last move by playing it.
        for (unsigned depth = 0; depth <= line.counts.size(); ++depth) {
            if (depth > 0 && line.counts[depth - 1] > 30000) break;
            EXPECT_EQ(perft_by_undo(game, deck, depth), perft(game, deck, depth)) << line.text;
            EXPECT_TRUE(game == before);
        }
    }
}

/// Far into a game, where areas are joined and closed.
TEST(Perft, of_late_positions_agrees_too) {
    for (unsigned edition = 0; edition < 5; ++edition) {
        for (unsigned mix = 0; mix < testing_support::mix_count(); mix += 1217) {
            testing_support::Play play({edition, mix, 3, 0, 77 + mix, 0});
            while (play.game().now.placed < 50 && play.turn()) continue;
            Game game = play.game();
            const Deck deck(game, 5);
            EXPECT_EQ(perft(game, deck, 1), perft_by_undo(game, deck, 1));
            EXPECT_TRUE(game == play.game());
        }
    }
}

} // namespace
} // namespace bastide
