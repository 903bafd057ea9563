#include "cli/play/terminal.h"

#include "cli/columns.h"
#include "cli/console.h"
#include "cli/play/view.h"

#include <fmt/core.h>

#include <array>
#include <chrono>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <future>

#include <langinfo.h>
#include <unistd.h>
#include <wchar.h>

#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>

// Of <term.h>, whose macros take words such as lines and columns.
struct term;
extern "C" {
int setupterm(const char* name, int descriptor, int* known);
term* set_curterm(term* next);
int del_curterm(term* one);
}

namespace bastide::cli {
namespace {

/// How each paint looks: with 256 colours, with 8, and without any.
struct Look {
    short fore, back;     // of 256
    short fore_8, back_8; // of 8; -1: the terminal's own
    attr_t without;
};

const std::array<Look, paint_count>& looks() {
    static const std::array<Look, paint_count> table = {{
        {-1, -1, -1, -1, A_NORMAL},                        // plain
        {245, -1, -1, -1, A_NORMAL},                       // dim
        {231, 24, COLOR_WHITE, COLOR_BLUE, A_REVERSE},     // title
        {71, 22, COLOR_GREEN, -1, A_NORMAL},               // field
        {173, 94, COLOR_YELLOW, -1, A_NORMAL},             // city
        {230, 22, COLOR_WHITE, -1, A_BOLD},                // road
        {153, 25, COLOR_CYAN, -1, A_NORMAL},               // water
        {34, 16, COLOR_GREEN, -1, A_BOLD},                 // forest
        {231, 22, COLOR_WHITE, -1, A_BOLD},                // site
        {46, -1, COLOR_GREEN, -1, A_BOLD},                 // fits
        {203, -1, COLOR_RED, -1, A_BOLD},                  // refused
        {220, -1, COLOR_YELLOW, -1, A_BOLD},               // mark
        {16, 220, COLOR_BLACK, COLOR_YELLOW, A_REVERSE},   // player 1
        {231, 160, COLOR_WHITE, COLOR_RED, A_REVERSE},     // player 2
        {16, 77, COLOR_BLACK, COLOR_GREEN, A_REVERSE},     // player 3
        {231, 26, COLOR_WHITE, COLOR_BLUE, A_REVERSE},     // player 4
        {231, 238, COLOR_WHITE, COLOR_MAGENTA, A_REVERSE}, // player 5
        {16, 255, COLOR_BLACK, COLOR_WHITE, A_REVERSE},    // player 6
    }};
    return table;
}

bool wants_colours() {
    const char* no = std::getenv("NO_COLOR");
    return no == nullptr || *no == '\0';
}

class Screen {
  public:
    Screen() {
        initscr();
        raw(); // Ctrl-C is a key: the game is kept and the terminal restored
        noecho();
        nonl();
        keypad(stdscr, true);
        set_escdelay(50);
        curs_set(0);
        if (!wants_colours() || !has_colors() || start_color() == ERR) return;
        use_default_colors();
        colours_ = COLORS >= 256 ? 256 : 8;
        for (unsigned i = 0; i < paint_count; ++i) {
            const Look& look = looks()[i];
            init_pair(static_cast<short>(i + 1), colours_ == 256 ? look.fore : look.fore_8,
                      colours_ == 256 ? look.back : look.back_8);
        }
    }
    ~Screen() {
        // Where the board stays behind, what is printed next stands on its last row.
        wmove(stdscr, size().height - 1, 0);
        wclrtoeol(stdscr);
        wrefresh(stdscr);
        endwin();
    }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    Size size() const { return {getmaxx(stdscr), getmaxy(stdscr)}; }

    void show(const Canvas& canvas) {
        werase(stdscr);
        for (int y = 0; y < canvas.size().height; ++y) {
            for (int x = 0; x < canvas.size().width; ++x) {
                if (const Glyph& glyph = canvas.at({x, y}); glyph.sign != covered)
                    put({x, y}, glyph);
            }
        }
        wrefresh(stdscr);
    }

    /// ERR when none came within the time.
    int read_key(int milliseconds) {
        wtimeout(stdscr, milliseconds);
        return wgetch(stdscr);
    }

  private:
    void put(Spot spot, const Glyph& glyph) {
        auto sign = static_cast<wchar_t>(glyph.sign);
        if (wcwidth(sign) != width_of(glyph.sign)) sign = L'?';
        const wchar_t text[] = {sign, L'\0'};
        const auto paint = static_cast<unsigned>(glyph.paint);
        const attr_t attributes = colours_ == 256 ? A_NORMAL : looks()[paint].without;
        // With eight colours the bold ones stay bold, but nothing is reversed twice.
        const attr_t shown = colours_ == 8 ? attributes & ~A_REVERSE : attributes;
        cchar_t cell;
        setcchar(&cell, text, shown, static_cast<short>(colours_ == 0 ? 0 : paint + 1), nullptr);
        mvwadd_wch(stdscr, spot.y, spot.x, &cell);
    }

    int colours_ = 0;
};

PlayKey key_from(int key) {
    switch (key) {
    case KEY_LEFT:
        return PlayKey::left;
    case KEY_RIGHT:
        return PlayKey::right;
    case KEY_UP:
        return PlayKey::up;
    case KEY_DOWN:
        return PlayKey::down;
    case KEY_PPAGE:
        return PlayKey::page_up;
    case KEY_NPAGE:
        return PlayKey::page_down;
    case KEY_BTAB:
        return PlayKey::previous_place;
    case KEY_ENTER:
        return PlayKey::accept;
    case KEY_BACKSPACE:
        return PlayKey::back;
    default:
        return key > 0 && key < 128 ? key_of(static_cast<char>(key)) : PlayKey::none;
    }
}

/// What cannot be seen is not played.
bool is_heard(int key, Size screen) {
    return !is_too_small(screen) || key_from(key) == PlayKey::quit;
}

void handle(Session& session, int key, Size screen) {
    if (!is_heard(key, screen)) return;
    if (key >= '0' && key <= '9') return session.choose(static_cast<unsigned>(key - '0'));
    session.press(key_from(key));
}

/// The computer thinks on a thread of its own, so that the person can leave and look around.
void think(Session& session, Screen& screen, const Signs& signs) {
    using namespace std::chrono_literals;
    std::atomic<bool> cancel = false;
    auto thought = std::async(std::launch::async, [&] { return session.think(cancel); });
    while (thought.wait_for(0s) != std::future_status::ready) {
        const int key = screen.read_key(50);
        if (key == ERR) continue;
        if (key != KEY_RESIZE && is_heard(key, screen.size())) session.look(key_from(key));
        screen.show(draw(session, screen.size(), signs));
        if (session.finished()) cancel = true;
    }
    const Thought answer = thought.get();
    if (!cancel) session.take(answer);
}

} // namespace

void expect_terminal() {
    const char* name = std::getenv("TERM");
    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) {
        bad_input("play needs a terminal; bastide simulate plays without one");
    }
    int known = 0;
    const bool draws =
        setupterm(nullptr, STDOUT_FILENO, &known) == OK && tigetstr("cup") != nullptr;
    del_curterm(set_curterm(nullptr)); // the screen makes one of its own
    if (draws) return;
    bad_input(
        fmt::format("the board cannot be drawn on a terminal \"{}\" (TERM in the environment)",
                    name == nullptr ? "" : name));
}

void play_on_terminal(Session& session, SignChoice choice) {
    std::setlocale(LC_ALL, "");
    const bool unicode = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    const Signs& signs = unicode && choice == SignChoice::by_locale ? unicode_signs : ascii_signs;
    Screen screen;
    while (!session.finished()) {
        screen.show(draw(session, screen.size(), signs));
        if (session.has_to_think()) {
            think(session, screen, signs);
            continue;
        }
        const int key = screen.read_key(-1);
        if (key == ERR) return; // the terminal is gone; the game is in its file
        if (key != KEY_RESIZE) handle(session, key, screen.size());
    }
}

} // namespace bastide::cli
