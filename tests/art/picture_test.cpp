#include "art/art.h"
#include "art/random_tile.h"
#include "catalog/catalog.h"
#include "rules/playout.h"
#include "rules/rules.h"

#include <gtest/gtest.h>

#include <set>

namespace bastide::art {
namespace {

/// Well-formed XML of the simple kind we write: nested elements, quoted attributes, no entities
/// but the usual, each id once, each reference to an id that is there.
testing::AssertionResult is_sound(std::string_view text) {
    std::vector<std::string> open;
    std::set<std::string> ids, wanted;
    std::size_t at = 0;
    while ((at = text.find('<', at)) != std::string_view::npos) {
        const std::size_t end = text.find('>', at);
        if (end == std::string_view::npos) return testing::AssertionFailure() << "open tag";
        std::string_view tag = text.substr(at + 1, end - at - 1);
        at = end + 1;
        if (tag.find('<') != std::string_view::npos) return testing::AssertionFailure() << tag;
        if (tag.starts_with('/')) {
            if (open.empty() || open.back() != tag.substr(1)) {
                return testing::AssertionFailure() << "unexpected </" << tag.substr(1);
            }
            open.pop_back();
            continue;
        }
        const bool empty = tag.ends_with('/');
        if (empty) tag.remove_suffix(1);
        const std::string name(tag.substr(0, tag.find(' ')));
        if (!empty) open.push_back(name);
        std::set<std::string> attributes;
        std::size_t quote = name.size();
        while ((quote = tag.find("=\"", quote)) != std::string_view::npos) {
            const std::size_t space = tag.rfind(' ', quote);
            const std::string key(tag.substr(space + 1, quote - space - 1));
            const std::size_t close = tag.find('"', quote + 2);
            if (close == std::string_view::npos) return testing::AssertionFailure() << tag;
            const std::string value(tag.substr(quote + 2, close - quote - 2));
            quote = close + 1;
            if (!attributes.insert(key).second) return testing::AssertionFailure() << tag;
            if (key == "id" && !ids.insert(value).second) {
                return testing::AssertionFailure() << "id twice: " << value;
            }
            if (key == "href") wanted.insert(value.substr(1));
            if (value.starts_with("url(#")) wanted.insert(value.substr(5, value.size() - 6));
        }
    }
    if (!open.empty()) return testing::AssertionFailure() << open.back() << " is not closed";
    for (const std::string& id : wanted) {
        if (!ids.contains(id)) return testing::AssertionFailure() << "no such id: " << id;
    }
    if (text.find("nan") != std::string_view::npos ||
        text.find("#ff00ff") != std::string_view::npos) {
        return testing::AssertionFailure() << "a number or colour is missing";
    }
    return testing::AssertionSuccess();
}

constexpr Theme themes[] = {Theme::summer, Theme::winter, Theme::prehistoric, Theme::contrast};

/// A whole random game.
struct Played {
    Setup setup;
    std::unique_ptr<Game> game;
};
Played played(std::string_view edition, std::uint64_t seed) {
    const Catalog& catalog = Catalog::embedded();
    const Edition& found = *catalog.find(edition);
    Played result = {*catalog.setup(found, found.defaults), nullptr};
    result.game = std::make_unique<Game>(*result.setup.box, 5u, 0u);
    Deck deck(*result.game, seed);
    Random random(seed);
    playout(*result.game, deck, random);
    return result;
}

TEST(Picture, every_tile_in_every_look_is_sound_svg) {
    for (const std::string& set : Catalog::embedded().tile_set_names()) {
        for (const Theme theme : themes) {
            const std::string sheet =
                render_sheet(*Catalog::embedded().tile_set(set), {theme, 8, 64});
            EXPECT_TRUE(is_sound(sheet)) << set << " " << name(theme);
        }
    }
}

TEST(Picture, any_valid_tile_can_be_painted) {
    for (unsigned seed = 0; seed < 150; ++seed) {
        for (const Family family : {Family::classic, Family::hunters}) {
            const Tile tile = random_tile(family, seed);
            const Theme theme = themes[seed % std::size(themes)];
            EXPECT_TRUE(is_sound(render_tile(tile, "any", {theme, 1, 64}))) << seed;
        }
    }
}

TEST(Picture, a_tile_is_painted_the_same_every_time_and_differs_by_its_id) {
    const NamedTile& named = Catalog::embedded().tile_set("base")->front();
    EXPECT_EQ(render_tile(named.tile, named.id, {}), render_tile(named.tile, named.id, {}));
    EXPECT_NE(render_tile(named.tile, "base/other", {}), render_tile(named.tile, named.id, {}));
}

TEST(Picture, a_tiles_name_is_written_safely) {
    const NamedTile& named = Catalog::embedded().tile_set("base")->front();
    const std::string svg = render_tile(named.tile, "<script>&\"\x01", {});
    EXPECT_TRUE(is_sound(svg));
    EXPECT_NE(svg.find("&lt;script&gt;&amp;&quot;<"), std::string::npos);
}

TEST(Picture, a_full_board_is_sound_small_and_always_the_same) {
    for (const char* edition : {"classic-1", "classic-2", "new", "winter", "hunters"}) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Played end = played(edition, seed);
            BoardPicture picture;
            picture.names = {"A & B", "<C>", "D", "E", "F"};
            const std::string svg = render_board(end.setup, *end.game, picture);
            EXPECT_TRUE(is_sound(svg)) << edition;
            // 72 tiles in 300 KB, and in proportion for the larger boxes.
            EXPECT_LT(svg.size() * 72, 300u * 1024 * std::max<unsigned>(72, end.game->now.placed))
                << edition << " " << seed;
            EXPECT_EQ(svg, render_board(end.setup, *end.game, picture)) << edition;
        }
    }
}

TEST(Picture, overlays_are_sound_and_show_something) {
    for (const char* edition : {"new", "hunters"}) {
        const Played end = played(edition, 3);
        BoardPicture picture;
        const std::size_t plain = render_board(end.setup, *end.game, picture).size();
        for (const Overlay overlay : {Overlay::owners, Overlay::fields}) {
            picture.overlay = overlay;
            const std::string svg = render_board(end.setup, *end.game, picture);
            EXPECT_TRUE(is_sound(svg)) << edition;
            EXPECT_GT(svg.size(), plain + 1000) << edition;
        }
    }
}

TEST(Picture, figures_of_every_colour_are_all_different) {
    std::set<std::string> drawings;
    for (unsigned player = 0; player < player_colour_count; ++player) {
        for (unsigned f = 0; f < figure_count; ++f) {
            const std::string svg = render_token(static_cast<Figure>(f), player, 32);
            EXPECT_TRUE(is_sound(svg));
            EXPECT_TRUE(drawings.insert(svg).second);
        }
    }
    EXPECT_TRUE(is_sound(render_token_sheet(32)));
}

} // namespace
} // namespace bastide::art
