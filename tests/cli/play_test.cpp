// A game at the terminal: as a grid of signs without one, and whole on a real one.

#include "ai/analysis/analysis.h"
#include "cli/console.h"
#include "cli/play/luck.h"
#include "cli/play/saved_table.h"
#include "cli/play/tile_picture.h"
#include "cli/play/told.h"
#include "cli/play/view.h"
#include "notation/replay.h"
#include "support/process.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace bastide::cli {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TableSettings settings_of(const std::string& edition, const std::vector<std::string>& options,
                          const std::vector<std::string>& agents) {
    TableSettings settings;
    settings.setup = setup_from(edition, options);
    settings.seed = 7;
    for (const std::string& agent : agents) {
        TableSeat seat{agent.empty() ? "Ada" : agent, std::nullopt};
        if (!agent.empty()) seat.agent = *parse_agent(agent);
        settings.seats.push_back(std::move(seat));
    }
    return settings;
}

Session session_of(const TableSettings& settings) {
    return Session(Table(settings), [](const Table&) {});
}

std::string text_of_screen(const Session& session, Size size = least_screen,
                           const Signs& signs = ascii_signs) {
    const Canvas canvas = draw(session, size, signs);
    std::string text;
    for (int y = 0; y < canvas.size().height; ++y) text += canvas.row(y) + "\n";
    return text;
}

/// One step: the computer thinks, or Enter is pressed.
void take_what_is_offered(Session& session) {
    const std::atomic<bool> never = false;
    if (session.has_to_think()) return session.take(session.think(never));
    session.press(PlayKey::accept);
}

std::vector<std::string> picture(const std::string& id, Rotation rotation, Size size) {
    const auto setup = setup_from(id.starts_with("hg/") ? "hunters" : "classic-1", {});
    const TilePicture tile(setup->box->tiles[*setup->find_tile(id)], rotation, size, ascii_signs);
    Canvas canvas(size);
    tile.draw(canvas, {0, 0});
    std::vector<std::string> rows;
    for (int y = 0; y < size.height; ++y) rows.push_back(canvas.row(y));
    return rows;
}

TEST(Told, a_big_follower_is_told_from_a_small_one) {
    const auto setup = setup_from("new", {"inns=true", "traders=true"});
    const Tile& tile = setup->box->tiles[*setup->find_tile("base/E")];
    unsigned city = 0;
    while (tile.segments[city].kind != SegmentKind::city) ++city;
    EXPECT_EQ(told(tile, Deployment::put(Token::follower, city)), "a knight in the city");
    EXPECT_EQ(told(tile, Deployment::put(Token::big, city)), "a big knight in the city");
}

/// Such a tile is drawn first and laid; then one looks at it.
TEST(Told, an_inn_and_goods_of_an_area) {
    TableSettings settings = settings_of("classic-1", {"inns=true", "traders=true"}, {"", ""});
    const auto told_tile = [&](auto has) {
        for (settings.seed = 1;; ++settings.seed) {
            Table table(settings);
            const Tile& tile = table.game().tile(table.game().now.hand);
            const auto begin = tile.segments.begin();
            const auto found = std::find_if(begin, begin + tile.segment_count, has);
            if (found == begin + tile.segment_count) continue;
            PlacementList list;
            legal_placements(table.game(), list);
            Move move;
            move.placement = list.placement[0];
            table.play(move);
            const auto segment = static_cast<std::uint8_t>(found - begin);
            return told_area(table.game(), {move.placement.cell, segment});
        }
    };
    EXPECT_THAT(told_tile([](const Segment& s) { return s.inn; }), HasSubstr(" open, inn"));
    EXPECT_THAT(told_tile([](const Segment& s) { return s.cathedral; }), HasSubstr(", cathedral"));
    EXPECT_THAT(told_tile([](const Segment& s) { return s.goods == Goods::wine; }),
                HasSubstr(", 1 wine"));
}

TEST(Told, goods_by_their_kinds) {
    const Table table(settings_of("new", {"traders=true"}, {"", ""}));
    ScoreEvent event;
    event.area = AreaKind::goods;
    event.goods = {2, 0, 1};
    EXPECT_EQ(told(table, event), "Ada takes 2 wine, 1 cloth");
    event.goods = {3, 0, 0};
    event.reason = Reason::final;
    event.points = 10;
    EXPECT_EQ(told(table, event), "Ada 10 points: most goods (3 wine)");
}

TEST(Told, a_tile_with_its_set_where_another_has_the_same_letter) {
    const auto base = setup_from("classic-1", {});
    EXPECT_EQ(short_tile(*base, *base->find_tile("base/A")), "A");
    const auto both = setup_from("classic-1", {"inns=true"});
    EXPECT_EQ(short_tile(*both, *both->find_tile("base/A")), "base/A");
    EXPECT_EQ(short_tile(*both, *both->find_tile("inns/A")), "inns/A");
    EXPECT_EQ(short_tile(*both, *both->find_tile("base/X")), "X");
}

/// The first tile of the river is the hand's, for a seed that draws a long name.
TEST(View, names_the_tile_in_hand_whole) {
    for (const std::string expansion : {"inns=false", "traders=true"}) {
        TableSettings settings = settings_of("new", {"river=true", expansion}, {"", ""});
        for (settings.seed = 1; settings.seed < 30; ++settings.seed) {
            const Session session = session_of(settings);
            const auto& setup = session.table().setup();
            const std::string tile(short_tile(setup, session.table().game().now.hand));
            EXPECT_THAT(text_of_screen(session), HasSubstr(tile + "\n"));
        }
    }
}

TEST(TilePicture, shows_roads_cities_and_monasteries_turned) {
    using Rows = std::vector<std::string>;
    EXPECT_EQ(picture("base/D", 0, {7, 3}), (Rows{".#####.", "-------", "......."}));
    EXPECT_EQ(picture("base/D", 2, {7, 3}), (Rows{".......", "-------", ".#####."}));
    EXPECT_EQ(picture("base/U", 0, {7, 3}), (Rows{"...|...", "...|...", "...|..."}));
    EXPECT_EQ(picture("base/U", 1, {7, 3}), (Rows{".......", "-------", "......."}));
    EXPECT_EQ(picture("base/V", 0, {7, 3}), (Rows{".......", "---\\...", "...|..."}));
    EXPECT_EQ(picture("base/X", 0, {7, 3}), (Rows{"...|...", "---x---", "...|..."}));
    EXPECT_EQ(picture("base/A", 0, {7, 3}), (Rows{".......", "...M...", "...|..."}));
    const Rows whole = picture("base/C", 0, {7, 3});
    for (const std::string& row : whole) EXPECT_EQ(row.find('.'), std::string::npos) << row;
}

TEST(TilePicture, shows_inns_cathedrals_and_goods_beside_a_figures_place) {
    const auto setup = setup_from("classic-1", {"inns=true", "traders=true"});
    for (unsigned t = 0; t < setup->box->tile_count; ++t) {
        const Tile& tile = setup->box->tiles[t];
        for (unsigned s = 0; s < tile.segment_count; ++s) {
            const Segment& segment = tile.segments[s];
            const char32_t sign = segment.inn                    ? inn_letter
                                  : segment.cathedral            ? cathedral_letter
                                  : segment.goods != Goods::none ? letter_of(segment.goods)
                                                                 : U' ';
            if (sign == U' ') continue;
            for (Rotation r = 0; r < 4; ++r) {
                const TilePicture picture(tile, r, {7, 3}, ascii_signs);
                bool seen = false, has_room = false;
                for (int i = 0; i < 21; ++i) {
                    const Spot at{i % 7, i / 7}, on = picture.spot(s);
                    const bool hidden = at.y == on.y && (at.x == on.x || at.x == on.x + 1);
                    has_room = has_room || (!hidden && picture.owns(at, s));
                    seen = seen || (!hidden && picture.at(at).sign == sign);
                }
                EXPECT_EQ(seen, has_room) << setup->tile_ids[t] << " " << s << " turned " << int{r};
            }
        }
    }
}

/// Every figure has a place of its own to stand, on every tile, turned and sized as one likes.
TEST(TilePicture, two_cities_at_a_corner_are_not_drawn_as_one) {
    using Rows = std::vector<std::string>;
    EXPECT_EQ(picture("base/I", 0, {7, 3}), (Rows{".####..", ".....##", "......#"}));
    EXPECT_EQ(picture("base/N", 0, {7, 3}), (Rows{".######", "...####", "......#"}));
}

TEST(TilePicture, has_a_spot_on_each_segment_that_a_figure_may_stand_on) {
    for (const Edition& edition : Catalog::embedded().editions()) {
        Options options = edition.defaults;
        if (edition.family() == Family::classic) {
            set_options(options, "river=true,abbot=true,gingerbread=true");
        }
        const auto setup = Catalog::embedded().setup(edition, options);
        ASSERT_TRUE(setup.has_value());
        for (unsigned t = 0; t < setup->box->tile_count; ++t) {
            const Tile& tile = setup->box->tiles[t];
            for (const Size size : {Size{7, 3}, Size{11, 5}}) {
                for (Rotation r = 0; r < 4; ++r) {
                    const TilePicture picture(tile, r, size, unicode_signs);
                    std::vector<Spot> seen;
                    for (unsigned s = 0; s < tile.segment_count; ++s) {
                        if (tile.segments[s].kind == SegmentKind::river) continue;
                        const Spot spot = picture.spot(s);
                        EXPECT_EQ(std::ranges::count(seen, spot), 0)
                            << setup->tile_ids[t] << " " << s << " turned " << int{r};
                        seen.push_back(spot);
                    }
                }
            }
        }
    }
}

TEST(Session, begins_where_the_tile_fits_and_says_why_it_does_not_elsewhere) {
    Session session = session_of(settings_of("new", {}, {"", "random"}));
    ASSERT_EQ(session.stage(), Stage::place);
    EXPECT_EQ(session.refusal(), "");
    EXPECT_THAT(text_of_screen(session), HasSubstr("Ada: Enter lays the tile here."));
    // The start tile lies at 0,0.
    while (session.held().cell.x != 0) {
        session.press(session.held().cell.x < 0 ? PlayKey::right : PlayKey::left);
    }
    while (session.held().cell.y != 0) {
        session.press(session.held().cell.y < 0 ? PlayKey::down : PlayKey::up);
    }
    EXPECT_EQ(session.refusal(), "the cell holds a tile already");
    session.press(PlayKey::accept);
    EXPECT_EQ(session.stage(), Stage::place);
    EXPECT_THAT(text_of_screen(session), HasSubstr("Not there: the cell holds a tile already."));
    EXPECT_THAT(text_of_screen(session), HasSubstr("city 1 tile, 1 open"));
    session.press(PlayKey::next_place);
    EXPECT_EQ(session.refusal(), "");
}

TEST(Session, lays_a_tile_with_a_figure_and_takes_both_back) {
    Session session = session_of(settings_of("new", {}, {"", ""}));
    const TileIndex tile = session.table().game().now.hand;
    session.press(PlayKey::accept);
    ASSERT_EQ(session.stage(), Stage::figure);
    EXPECT_THAT(text_of_screen(session), HasSubstr("0 no figure"));
    session.choose(1);
    session.press(PlayKey::back);
    EXPECT_EQ(session.stage(), Stage::place);
    session.press(PlayKey::accept);
    session.choose(1);
    session.press(PlayKey::accept);
    ASSERT_EQ(session.table().record().turns.size(), 1u);
    EXPECT_EQ(session.table().record().turns[0].move.deployment.action, Deployment::Action::deploy);
    EXPECT_EQ(session.table().game().now.player, 1);
    EXPECT_THAT(text_of_screen(session), HasSubstr("f1"));
    EXPECT_THAT(text_of_screen(session), HasSubstr("Ada laid "));
    session.press(PlayKey::undo);
    EXPECT_TRUE(session.table().record().turns.empty());
    EXPECT_EQ(session.table().game().now.player, 0);
    EXPECT_EQ(session.table().game().now.hand, tile) << "taking back must not draw anew";
    session.press(PlayKey::undo);
    EXPECT_THAT(text_of_screen(session), HasSubstr("There is nothing to take back."));
}

/// The tile that is being laid lies there already, and the view goes where the choice is.
TEST(Session, the_gingerbread_man_is_asked_about_with_the_tile_on_the_board) {
    TableSettings settings = settings_of("winter", {"gingerbread=true"}, {"", ""});
    settings.seed = 2;
    Session session = session_of(settings);
    for (unsigned step = 0; session.stage() != Stage::man || session.cities().size() < 2; ++step) {
        ASSERT_LT(step, 500u);
        take_what_is_offered(session);
    }
    EXPECT_EQ(session.shown().now.placed, session.table().game().now.placed + 1);
    for (unsigned i = 0; i < session.cities().size(); ++i) {
        session.choose(i);
        const SegmentRef city = session.cities()[i];
        EXPECT_THAT(text_of_screen(session),
                    HasSubstr(">" + std::to_string(i) + " " + told_area(session.shown(), city)));
        const Canvas canvas = draw(session, least_screen, ascii_signs);
        unsigned corners = 0;
        for (int y = 1; y < 20; ++y) {
            for (int x = 0; x < 50; ++x) {
                const Glyph corner{ascii_signs.corner[2], Paint::mark};
                corners += canvas.at({x, y}) == corner ? 1u : 0u;
            }
        }
        EXPECT_EQ(corners, 2u) << "the city's tile is not framed";
    }
    session.press(PlayKey::back);
    EXPECT_EQ(session.shown().now.placed, session.table().game().now.placed);
}

TEST(Session, takes_the_computers_turns_back_with_ones_own) {
    Session session = session_of(settings_of("new", {}, {"", "random", "random"}));
    while (session.table().record().turns.size() < 6) take_what_is_offered(session);
    while (session.stage() != Stage::place) take_what_is_offered(session);
    const std::size_t turns = session.table().record().turns.size();
    session.press(PlayKey::undo);
    EXPECT_EQ(session.table().record().turns.size(), turns - 3);
    EXPECT_EQ(session.stage(), Stage::place);
}

TEST(Session, holds_the_tile_where_a_hint_says) {
    Session session = session_of(settings_of("new", {}, {"", "random"}));
    session.press(PlayKey::hint);
    ASSERT_TRUE(session.has_to_think());
    const std::atomic<bool> at_once = true;
    const Thought thought = session.think(at_once);
    session.take(thought);
    EXPECT_EQ(session.held(), thought.move.placement);
    EXPECT_THAT(text_of_screen(session), HasSubstr("Hint: "));
    session.press(PlayKey::accept);
    if (session.stage() == Stage::figure) {
        EXPECT_EQ(session.figures()[session.chosen()], thought.move.deployment);
    }
}

/// Every edition with all that its box brings, to the end; the record is a game by the rules.
TEST(Session, plays_whole_games_by_what_is_offered) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> games = {
        {"new", {"river=true", "abbot=true"}},
        {"winter", {"gingerbread=true", "gingerbread_double=true"}},
        {"classic-1", {"farms=off"}},
        {"hunters", {}},
        {"new", {"inns=true", "traders=true"}},
    };
    for (const auto& [edition, options] : games) {
        Session session = session_of(settings_of(edition, options, {"", "greedy", ""}));
        for (unsigned step = 0; session.stage() != Stage::over; ++step) {
            ASSERT_LT(step, 2000u);
            if (session.stage() == Stage::figure) {
                // What can be chosen stands there whole, on the smallest screen too.
                const Game& game = session.table().game();
                const std::string screen = text_of_screen(session);
                const std::vector<std::string> lines = told_in_list(
                    game.tile(game.now.hand), session.held().rotation, session.figures());
                for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 5); ++i) {
                    EXPECT_THAT(screen, HasSubstr(std::to_string(i) + " " + lines[i]));
                }
                // No two read alike, unless they are fields, which are told by their place on the
                // map.
                std::set<std::string> different;
                for (const std::string& line : lines) {
                    if (line.ends_with(" field") || line.ends_with(" meadow")) continue;
                    EXPECT_TRUE(different.insert(line).second) << line;
                }
                session.choose(step % 3);
            }
            if (step % 50 == 0) text_of_screen(session, {80 + static_cast<int>(step % 60), 24});
            take_what_is_offered(session);
        }
        const Record& record = session.table().record();
        ASSERT_TRUE(record.result.has_value());
        EXPECT_TRUE(replay(record).has_value()) << edition;
        const std::string screen = text_of_screen(session);
        EXPECT_THAT(screen, HasSubstr("The game is over."));
        session.press(PlayKey::log);
        EXPECT_THAT(text_of_screen(session, {80, 400}), HasSubstr("what still counts"));
    }
}

TEST(Session, what_was_played_can_be_scrolled) {
    Session session = session_of(settings_of("new", {}, {"random", "random"}));
    while (session.stage() != Stage::over) take_what_is_offered(session);
    session.press(PlayKey::log);
    const auto shows = [&](std::size_t line) {
        return text_of_screen(session).find(session.log()[line]) != std::string::npos;
    };
    const std::size_t last = session.log().size() - 1;
    EXPECT_TRUE(shows(last));
    session.press(PlayKey::up);
    EXPECT_FALSE(shows(last));
    EXPECT_TRUE(shows(last - 1));
    for (int i = 0; i < 100; ++i) session.press(PlayKey::page_up);
    EXPECT_TRUE(shows(0));
    session.press(PlayKey::down);
    EXPECT_FALSE(shows(0));
    for (int i = 0; i < 100; ++i) session.press(PlayKey::page_down);
    EXPECT_TRUE(shows(last));
    session.press(PlayKey::turn);
    EXPECT_EQ(session.page(), Page::board);
}

TEST(Session, the_board_can_be_looked_at_when_the_game_is_over) {
    Session session = session_of(settings_of("new", {}, {"random", "random"}));
    while (session.stage() != Stage::over) take_what_is_offered(session);
    const std::size_t turns = session.table().record().turns.size();
    const std::string before = text_of_screen(session);
    while (session.held().cell != Cell{0, 0}) {
        const Cell at = session.held().cell;
        session.press(at.x < 0   ? PlayKey::right
                      : at.x > 0 ? PlayKey::left
                      : at.y < 0 ? PlayKey::down
                                 : PlayKey::up);
    }
    const std::string text = text_of_screen(session);
    EXPECT_NE(text, before);
    const Game& game = session.table().game();
    EXPECT_THAT(text, HasSubstr(told_area(game, {{0, 0}, 0}).substr(0, 16)));
    session.press(PlayKey::accept);
    EXPECT_EQ(session.table().record().turns.size(), turns);
}

/// Six players leave room for five lines.
TEST(View, a_list_says_that_it_goes_on_and_numbers_all_figures) {
    Session session =
        session_of(settings_of("classic-1", {"inns=true", "abbot=true"}, {"", "", "", "", "", ""}));
    while (session.stage() != Stage::figure || session.figures().size() < 6) {
        ASSERT_LT(session.table().record().turns.size(), 60u);
        take_what_is_offered(session);
    }
    const auto count = static_cast<unsigned>(session.figures().size());
    const std::string begin = text_of_screen(session);
    EXPECT_THAT(begin, HasSubstr("v\n"));
    EXPECT_THAT(begin, ::testing::Not(HasSubstr("^\n")));
    for (unsigned i = 1; i < count; ++i) {
        session.choose(i);
        const Canvas canvas = draw(session, least_screen, ascii_signs);
        unsigned seen = 0;
        for (int y = 1; y < 19; ++y) {
            for (int x = 0; x < 46; ++x) {
                seen += canvas.at({x, y}) == Glyph{U'0' + i, Paint::mark} ? 1u : 0u;
            }
        }
        EXPECT_EQ(seen, 1u) << i << " is hidden by another";
    }
    session.choose(0);
    session.press(PlayKey::up); // to the last
    const std::string end = text_of_screen(session);
    EXPECT_THAT(end, HasSubstr("^\n"));
    EXPECT_THAT(end, ::testing::Not(HasSubstr("v\n")));
}

TEST(Session, while_the_computer_thinks_pages_are_turned_and_nothing_is_played) {
    TableSettings settings = settings_of("new", {}, {"", "random"});
    settings.first = 1;
    Session session = session_of(settings);
    ASSERT_EQ(session.stage(), Stage::wait);
    session.look(PlayKey::help);
    EXPECT_EQ(session.page(), Page::help);
    session.look(PlayKey::none);
    EXPECT_EQ(session.page(), Page::board);
    session.look(PlayKey::larger);
    EXPECT_EQ(session.zoom(), 1);
    const std::atomic<bool> never = false;
    session.take(session.think(never));
    session.press(PlayKey::hint);
    const Placement held = session.held();
    for (const PlayKey key : {PlayKey::right, PlayKey::undo, PlayKey::turn, PlayKey::accept}) {
        EXPECT_FALSE(session.look(key));
    }
    EXPECT_EQ(session.held(), held);
    EXPECT_TRUE(session.has_to_think());
    EXPECT_EQ(session.table().record().turns.size(), 1u);
    session.look(PlayKey::quit);
    EXPECT_TRUE(session.finished());
}

/// The row of cities of a game in which somebody other than the first has over 99 points in them.
TEST(View, a_blank_stands_before_every_number_of_points) {
    TableSettings settings =
        settings_of("new", {"inns=true", "traders=true"}, {"random", "greedy", "random"});
    for (settings.seed = 1; settings.seed < 200; ++settings.seed) {
        Session session = session_of(settings);
        while (session.stage() != Stage::over) take_what_is_offered(session);
        std::array<int, 3> cities = {};
        const auto add = [&](const ScoreEvent& event) {
            if (event.area == AreaKind::city) cities[event.player] += event.points;
        };
        for (const auto& events : session.table().events()) std::ranges::for_each(events, add);
        const auto last = std::make_unique<FinalEvents>();
        final_scores(session.table().game(), *last);
        std::ranges::for_each(*last, add);
        if (cities[1] < 100) continue;
        std::string text = text_of_screen(session);
        text.erase(0, text.find("city  "));
        std::istringstream row(text);
        std::string word;
        std::array<int, 3> seen = {};
        row >> word >> seen[0] >> seen[1] >> seen[2];
        EXPECT_EQ(seen, cities) << text;
        return;
    }
    FAIL() << "no game had that many points in cities";
}

TEST(View, any_key_leads_back_to_the_board) {
    Session session = session_of(settings_of("new", {}, {"", ""}));
    session.press(PlayKey::help);
    session.choose(5);
    EXPECT_EQ(session.page(), Page::board);
    EXPECT_EQ(session.stage(), Stage::place);
}

TEST(View, a_long_hint_is_told_to_its_end) {
    Session session = session_of(settings_of("new", {"inns=true"}, {"", ""}));
    session.press(PlayKey::hint);
    session.take({{},
                  "Hint: -3,-2, a knight in the city; +11.2 for the city with a cathedral (54 % "
                  "to win)"});
    const std::string text = text_of_screen(session);
    EXPECT_THAT(text, HasSubstr(" Hint: -3,-2, a knight in the city; +11.2 for the city with a "
                                "cathedral (54 %\n  to win)"));
}

TEST(View, the_help_page_tells_the_signs_of_this_game) {
    const auto help = [](const std::string& edition, const std::vector<std::string>& options) {
        Session session = session_of(settings_of(edition, options, {"", ""}));
        session.press(PlayKey::help);
        return text_of_screen(session);
    };
    const std::string all = help(
        "winter", {"gingerbread=true", "river=true", "abbot=true", "inns=true", "traders=true"});
    for (const std::string sign : {". field",     "# city",      "S shield",
                                   "C cathedral", "w wine",      "y grain",
                                   "c cloth",     "- road",      "x crossing",
                                   "I inn",       "M monastery", "~ river",
                                   "f follower",  "a abbot",     "F big follower",
                                   "b builder",   "p pig",       "G Gingerbread Man",
                                   "g his sign",  "+ fits here", "* laid last",
                                   "[ corners",   "> to move",   "A figure has"}) {
        EXPECT_THAT(all, HasSubstr(sign));
    }
    const std::string base = help("new", {"inns=false", "traders=false", "abbot=false"});
    for (const std::string sign : {"wine", "inn", "Gingerbread", "builder", "abbot", "deer"}) {
        EXPECT_THAT(base, ::testing::Not(HasSubstr(sign)));
    }
    const std::string hunters = help("hunters", {});
    EXPECT_THAT(hunters, HasSubstr("2 in a lake: fish"));
    EXPECT_THAT(hunters, HasSubstr("f tribe member  h hut"));
    EXPECT_THAT(hunters, ::testing::Not(HasSubstr("city")));
}

TEST(View, keeps_its_size_and_asks_for_one_it_can_use) {
    const Session session = session_of(settings_of("new", {}, {"", ""}));
    for (const Size size : {Size{80, 24}, Size{120, 40}, Size{200, 60}}) {
        EXPECT_EQ(draw(session, size, unicode_signs).size(), size);
    }
    EXPECT_THAT(text_of_screen(session, {40, 10}),
                HasSubstr("needs 80 x 24; this is 40 x 10.\nq leaves."));
    // Plain letters are all of ASCII.
    for (const char c : text_of_screen(session, {120, 40})) {
        EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
    }
}

TEST(View, gives_each_of_six_players_a_paint) {
    const Session session = session_of(settings_of("new", {"inns=true"}, {"", "", "", "", "", ""}));
    const Canvas canvas = draw(session, least_screen, ascii_signs);
    std::vector<Paint> seen;
    for (unsigned player = 0; player < 6; ++player) {
        const int y = 1 + static_cast<int>(player);
        for (int x = 0; x < canvas.size().width; ++x) {
            const Glyph& glyph = canvas.at({x, y});
            if (glyph.sign != U'1' + player) continue;
            if (glyph.paint >= Paint::player_0) seen.push_back(glyph.paint);
        }
    }
    EXPECT_THAT(seen, ElementsAre(Paint::player_0, Paint::player_1, Paint::player_2,
                                  Paint::player_3, Paint::player_4, Paint::player_5));
}

TEST(View, has_room_for_every_kind_of_token_and_the_points_of_six) {
    const std::vector<std::string> all = {"abbot=true", "inns=true", "traders=true"};
    Session session = session_of(
        settings_of("new", all, {"random", "random", "random", "random", "random", "random"}));
    EXPECT_THAT(text_of_screen(session), HasSubstr("1 random     0 f7a1F1b1p1 w0y0c0\n"));
    while (session.stage() != Stage::over) take_what_is_offered(session);
    EXPECT_THAT(text_of_screen(session), HasSubstr("1  2  3  4  5  6\n"));
}

TEST(SavedTable, goes_on_as_it_would_have) {
    const Folder folder;
    const std::string file = folder.path() + "/deep/er/game.json";
    Session session = session_of(settings_of("winter", {"river=true"}, {"", "greedy"}));
    while (session.table().record().turns.size() < 20) take_what_is_offered(session);
    save_table(session.table(), file);
    const Table read = read_table(file);
    EXPECT_EQ(read.record().turns, session.table().record().turns);
    EXPECT_EQ(hash(read.game()), hash(session.table().game()));
    EXPECT_EQ(read.game().now.hand, session.table().game().now.hand);
    EXPECT_EQ(read.settings().seats[1].agent->text, "greedy");
    EXPECT_FALSE(read.settings().seats[0].agent.has_value());
}

TEST(SavedTable, refuses_what_is_not_a_game_of_its_seed) {
    const Folder folder;
    const std::string file = folder.path() + "/game.json";
    Session session = session_of(settings_of("new", {}, {"", "greedy"}));
    while (session.table().record().turns.size() < 4) take_what_is_offered(session);
    TableSettings other = session.table().settings();
    save_table(session.table(), file);
    std::string text;
    {
        std::ostringstream out;
        out << open_to_read(file).rdbuf();
        text = out.str();
    }
    const auto reason = [&](const std::string& content) -> std::string {
        try {
            read_table(folder.file("bad.json", content));
        } catch (const Failure& failure) {
            return failure.what();
        }
        return "";
    };
    std::string seed = text;
    seed.replace(seed.find("\"seed\":7"), 8, "\"seed\":8");
    EXPECT_THAT(reason(seed), HasSubstr("turn 1: its seed deals other tiles"));
    EXPECT_THAT(reason("{}"), HasSubstr("bad.json: "));
    EXPECT_THAT(reason(text.substr(0, text.size() / 2)), HasSubstr("bad.json: "));
    EXPECT_EQ(reason(text), "");
}

TEST(SavedTable, a_game_makes_room_for_another_under_a_number) {
    const Folder folder;
    const std::string file = folder.path() + "/play.json";
    Session session = session_of(settings_of("new", {}, {"", "greedy"}));
    save_table(session.table(), file);
    EXPECT_EQ(keep_beside(file), std::nullopt) << "nothing was played";
    while (session.table().record().turns.size() < 4) take_what_is_offered(session);
    for (const std::string number : {"1", "2"}) {
        save_table(session.table(), file);
        EXPECT_EQ(keep_beside(file), folder.path() + "/play-" + number + ".json");
        EXPECT_FALSE(std::filesystem::exists(file));
        EXPECT_EQ(read_table(folder.path() + "/play-" + number + ".json").record().turns,
                  session.table().record().turns);
    }
}

std::string refusal_of_play(const std::string& arguments) {
    const Finished done =
        run({"/usr/bin/timeout", "20", "/usr/bin/env", "TERM=xterm", "script", "-qec",
             std::string(BASTIDE_BINARY) + " play " + arguments, "/dev/null"});
    EXPECT_EQ(done.status, 2) << done.out;
    return done.out;
}

TEST(Play, writes_over_nothing_but_a_game_of_its_own) {
    const Folder folder;
    const Session session = session_of(settings_of("new", {}, {"", ""}));
    const std::string record = write_record(session.table().record());
    for (const std::string& content : {record, std::string("[1]"), std::string("a letter")}) {
        const std::string file = folder.file("mine.json", content);
        for (const std::string anew : {"", "--new "}) {
            EXPECT_THAT(refusal_of_play(anew + "--game " + file),
                        HasSubstr("mine.json: holds no game of bastide play"));
        }
        std::ostringstream kept;
        kept << open_to_read(file).rdbuf();
        EXPECT_EQ(kept.str(), content);
        std::filesystem::remove(file);
    }
}

TEST(Play, says_before_the_game_what_cannot_be_done) {
    const Folder folder;
    const std::string game = "--game " + folder.path() + "/game.json ";
    EXPECT_THAT(refusal_of_play(game + "--record " + folder.path() + "/none/r.json"),
                HasSubstr("none/r.json: cannot be written: No such file or directory"));
    for (const char* people : {"''", "Ada,,Bo", "Ada,", "' ,Bo'"}) {
        EXPECT_THAT(refusal_of_play(game + "--people " + people),
                    HasSubstr("--people: a name is empty"))
            << people;
    }
    EXPECT_THAT(refusal_of_play(game + "--against greedy,"), HasSubstr("there is no agent \"\""));
    EXPECT_THAT(refusal_of_play("--game -"), HasSubstr("--game needs a file"));
    // Only what lies beside it has too long a name, or two have that nobody can look at.
    const std::string longest = folder.path() + "/" + std::string(252, 'a');
    EXPECT_THAT(refusal_of_play("--game " + longest),
                HasSubstr(longest + ": cannot be written: File name too long"));
    EXPECT_THAT(refusal_of_play("--game " + longest + "aaaa --record " + longest + "bbbb"),
                HasSubstr("File name too long"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/game.json"));
}

TEST(Play, tells_the_luck_that_an_analysis_finds) {
    Session session = session_of(settings_of("new", {}, {"", "random", "greedy"}));
    while (!session.table().game().over()) take_what_is_offered(session);
    const Record& record = session.table().record();
    AnalysisSettings settings;
    settings.budget.nodes = 1;
    const auto analysis = analyze(record, *make_analyst(), settings);
    ASSERT_TRUE(analysis.has_value());
    std::size_t judged = 0;
    const std::vector<std::string> luck = luck_lines(
        record, [&](std::size_t draws) { EXPECT_EQ(draws, ++judged) << "one pass for all"; });
    EXPECT_EQ(judged, record.turns.size());
    for (unsigned player = 0; player < 3; ++player) {
        const double margin = final_margin(*analysis, player);
        const double draws = analysis->totals[player].luck_of_all_draws;
        EXPECT_EQ(luck[player],
                  fmt::format("margin {:+.0f}, luck of all draws {:+.1f}, without luck {:+.1f}",
                              margin, draws, margin - draws));
    }
}

TEST(Play, needs_a_terminal) {
    const Finished done = run_bastide({"play"});
    EXPECT_EQ(done.status, 2);
    EXPECT_THAT(done.err, HasSubstr("play needs a terminal"));
}

TEST(Play, says_so_where_the_board_cannot_be_drawn) {
    const Folder folder;
    for (const std::string kind : {"dumb", "no-such-terminal"}) {
        const Finished done =
            run({"/usr/bin/env", "TERM=" + kind, "script", "-qec",
                 std::string(BASTIDE_BINARY) + " play --game " + folder.path() + "/game.json",
                 "/dev/null"});
        EXPECT_EQ(done.status, 2) << done.out;
        EXPECT_EQ(done.out, "bastide: the board cannot be drawn on a terminal \"" + kind +
                                "\" (TERM in the environment)\r\n");
    }
}

/// A whole game on a pseudo terminal: left by Ctrl-C in the middle, gone on with, played to its
/// end, once in colour and once without, and the record checked.
TEST(Play, a_whole_game_on_a_terminal) {
    const Folder folder;
    for (const std::string look : {"colour", "plain"}) {
        const Finished done =
            run({"/usr/bin/env", "python3", BASTIDE_SOURCE_DIR "/tests/cli/play_on_terminal.py",
                 BASTIDE_BINARY, folder.path() + "/" + look, look});
        EXPECT_EQ(done.status, 0) << done.out << done.err;
        const Finished replayed =
            run_bastide({"replay", folder.path() + "/" + look + "/game.json"});
        EXPECT_EQ(replayed.status, 0) << replayed.err;
        EXPECT_THAT(replayed.out, HasSubstr("final: Ada "));
    }
}

} // namespace
} // namespace bastide::cli
