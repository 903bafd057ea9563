// Text as wide as a terminal shows it, and reports that stay within its columns.

#include "cli/columns.h"
#include "cli/play/canvas.h"
#include "server/dealer/dealer.h"
#include "support/process.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string_view>

namespace bastide::cli {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

const std::string wide_name = "日本語のプレイヤー"; // nine signs, 18 columns
const std::string long_name = "Augusta Ada King, the Countess of Lovelace";

void expect_within_terminal(const Finished& done) {
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_NE(done.out, "");
    for (const std::string& line : lines(done.out)) EXPECT_LE(line.size(), 80u) << line;
}

/// A game with this name for both players.
std::string record_of(const std::string& name) {
    std::string record =
        printed({"simulate", "--games", "1", "--agents", "greedy", "--records", "-"});
    for (std::size_t at = 0; (at = record.find("\"greedy\"", at)) != std::string::npos;) {
        record.replace(at + 1, 6, name);
    }
    return record;
}

TEST(Canvas, a_wide_sign_takes_two_columns_and_is_cut_by_them) {
    Canvas canvas({20, 1});
    canvas.text({0, 0}, wide_name + "!", Paint::plain, 19);
    EXPECT_EQ(canvas.row(0), wide_name + "!");
    EXPECT_EQ(canvas.at({0, 0}).sign, U'日');
    EXPECT_EQ(canvas.at({1, 0}).sign, covered);
    EXPECT_EQ(canvas.at({18, 0}).sign, U'!');
    Canvas narrow({20, 1});
    narrow.text({0, 0}, wide_name, Paint::plain, 5);
    EXPECT_EQ(narrow.row(0), "日本");
    Canvas rim({3, 1});
    rim.text({0, 0}, wide_name);
    EXPECT_EQ(rim.row(0), "日");
}

TEST(Canvas, a_picture_is_wide) {
    for (const char32_t sign : std::u32string_view(U"🌍🚀🛼🦊🪀")) EXPECT_EQ(width_of(sign), 2);
    Canvas canvas({8, 1});
    canvas.text({0, 0}, "Ada 🚀!");
    EXPECT_EQ(canvas.at({5, 0}).sign, covered);
    EXPECT_EQ(canvas.at({6, 0}).sign, U'!');
}

TEST(Canvas, no_half_of_a_wide_sign_stays) {
    for (const int x : {0, 1}) {
        Canvas canvas({4, 1});
        canvas.text({0, 0}, "日本");
        canvas.put({x, 0}, {U'x'});
        EXPECT_EQ(canvas.row(0), x == 0 ? "x 本" : " x本");
    }
    Canvas canvas({4, 1});
    canvas.text({0, 0}, "日本");
    canvas.put({1, 0}, {U'語'});
    EXPECT_EQ(canvas.row(0), " 語");
}

TEST(Canvas, a_mark_stands_on_no_column_of_its_own) {
    Canvas canvas({4, 1});
    canvas.text({0, 0}, "e\u0301t");
    EXPECT_EQ(canvas.row(0), "et");
}

TEST(Fold, breaks_a_line_at_blanks_and_a_long_word_anywhere) {
    EXPECT_EQ(folded("one two three", {9, 2}), "one two\n  three");
    EXPECT_EQ(folded("  one two", {9, 4}), "  one two");
    EXPECT_EQ(folded("one   two", {5, 2}), "one\n  two");
    EXPECT_EQ(folded("abcdefghij", {5, 1}), "abcde\n fghi\n j");
    EXPECT_EQ(folded(wide_name, {9, 1}), "日本語の\n プレイヤ\n ー");
    EXPECT_EQ(folded(""), "");
}

TEST(Reports, of_records_with_long_names_fit_80_columns) {
    const std::string record = record_of(long_name);
    const Finished replayed = run_bastide({"replay", "-"}, record);
    expect_within_terminal(replayed);
    EXPECT_THAT(replayed.out, HasSubstr("final: " + long_name));
    expect_within_terminal(run_bastide({"analyze", "-", "--nodes", "1"}, record));
    expect_within_terminal(run_bastide({"replay", "-"}, record_of(std::string(40, 'x'))));
}

TEST(Reports, of_self_play_fit_80_columns) {
    const std::string agent = "bastide:nodes=1;threads=1;wide=2;narrow=1;plain=1;draw_share=0.5";
    expect_within_terminal(run_bastide(
        {"learn", "--rounds", "1", "--games", "1", "--compare", "1", "--threads", "1"}));
    const Finished done = run_bastide({"simulate", "--games", "1", "--agents", "greedy," + agent});
    EXPECT_THAT(done.out, HasSubstr(agent));
    expect_within_terminal(done);
}

/// Nothing was drawn; the line is the same but for its numbers.
TEST(Reports, of_a_proof_fit_80_columns) {
    const server::Dealer dealer(server::Bytes32{});
    const std::string record = fmt::format(
        R"({{"format":"bastide/1","edition":"new","players":[{{"name":"A"}}],"turns":[],)"
        R"("dealer":{{"commitment":"{}","secret":"{}"}}}})",
        dealer.commitment(), dealer.secret());
    const Finished done = run_bastide({"verify", "-"}, record);
    expect_within_terminal(done);
    EXPECT_THAT(done.out, HasSubstr("record 1: 0 draws, all as the dealer's secret gives them;"));
}

} // namespace
} // namespace bastide::cli
