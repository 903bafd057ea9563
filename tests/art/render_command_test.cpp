#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

namespace fs = std::filesystem;

class RenderCommand : public testing::Test {
  protected:
    RenderCommand()
        : folder_(fs::temp_directory_path() /
                  ("bastide_render_" +
                   std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
        fs::create_directories(folder_);
    }
    ~RenderCommand() override { fs::remove_all(folder_); }

    std::string file(const std::string& name) const { return (folder_ / name).string(); }
    /// The exit status; what the program says is kept.
    int run(const std::string& arguments) const {
        const std::string command =
            std::string(BASTIDE_BINARY) + " render " + arguments + " 2>" + file("error");
        return WEXITSTATUS(std::system(command.c_str()));
    }
    std::string content(const std::string& name) const {
        std::ifstream in(file(name), std::ios::binary);
        std::ostringstream out;
        out << in.rdbuf();
        return out.str();
    }
    const std::string game_ = std::string(BASTIDE_SOURCE_DIR) + "/docs/art/game.json";

  private:
    fs::path folder_;
};

TEST_F(RenderCommand, writes_a_board_as_svg_and_png) {
    EXPECT_EQ(run(game_ + " -o " + file("board.svg")), 0);
    EXPECT_TRUE(content("board.svg").starts_with("<svg "));
    EXPECT_EQ(run(game_ + " --pixels 24 -o " + file("board.png")), 0);
    EXPECT_TRUE(content("board.png").starts_with("\x89PNG"));
}

TEST_F(RenderCommand, shows_the_board_after_so_many_turns) {
    EXPECT_EQ(run(game_ + " --turn 0 -o " + file("start.svg")), 0);
    EXPECT_EQ(run(game_ + " --turn 20 --overlay owners -o " + file("later.svg")), 0);
    EXPECT_LT(content("start.svg").size() * 2, content("later.svg").size());
    EXPECT_EQ(run(game_ + " --turn 999 -o " + file("no.svg")), 2);
    EXPECT_NE(content("error").find("the record has 71 turns"), std::string::npos);
}

TEST_F(RenderCommand, writes_a_sheet_in_the_look_asked_for) {
    EXPECT_EQ(run("--tiles river -o " + file("summer.svg")), 0);
    EXPECT_EQ(run("--tiles river --theme winter -o " + file("winter.svg")), 0);
    EXPECT_NE(content("summer.svg"), content("winter.svg"));
}

TEST_F(RenderCommand, refuses_what_it_cannot_draw_with_one_line) {
    EXPECT_EQ(run("--tiles nothing -o " + file("x.svg")), 2);
    EXPECT_EQ(run("-o " + file("x.svg")), 2);
    EXPECT_EQ(run(game_ + " -o " + file("x.gif")), 2);
    const std::string error = content("error");
    EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 1);
}

} // namespace
