#pragma once
// Plays a scenario and checks what it expects.

#include "both.h"
#include "scenario.h"

#include <functional>
#include <map>

namespace bastide::games {

class Stage {
  public:
    /// Told about every expectation that does not hold; the play goes on.
    using OnFailure = std::function<void(int line, const std::string& text)>;

    Stage(const Scenario& scenario, const Variant& variant, OnFailure on_failure);

    /// All lines meant for the variant. Throws Wrong where the scenario cannot be played on.
    void play();

  private:
    /// A line that tells of points. What it does not mention is not compared.
    struct Told {
        int line = 0;
        std::string what; // player, points, area, reason
        std::map<std::string, std::string> details;
    };
    using Expectation = void (Stage::*)(Words&);
    static const std::map<std::string, Expectation>& expectations();

    void play_line(const Line& line);
    void play_turn(Words& words);
    BothTurn read_turn(Words& words);
    void read_deployment(Words& words, BothTurn& turn);
    unsigned read_player(Words& words) const;
    void read_told(Words& words, std::vector<Told>& list, const std::string& reason);
    void read_taken(Words& words);

    void compare_told(const std::vector<Told>& list, const std::vector<reference::Event>& events);
    void settle(); // compares what was told about the latest turn with what happened

    // expectations.cpp
    void scores(Words& words);
    void final(Words& words);
    void supply(Words& words);
    void abbots(Words& words);
    void huts(Words& words);
    void bigs(Words& words);
    void builders(Words& words);
    void pigs(Words& words);
    void goods(Words& words);
    void again(Words& words);
    void takes(Words& words);
    void choices(Words& words);
    void table(Words& words);
    void next(Words& words);
    void stack(Words& words);
    void drawable(Words& words);
    void fits(Words& words);
    void stuck(Words& words);
    void moves(Words& words);
    void legal(Words& words);
    void refused(Words& words);
    void area(Words& words);
    void token(Words& words);
    void man(Words& words);
    void man_choices(Words& words);
    void over(Words& words);
    void running(Words& words);
    void breakdown(Words& words);
    void winners(Words& words);
    void gets(Words& words);
    void finally(Words& words);

    void area_fact(Words& words, const std::string& fact, const reference::AreaView& area);
    void compare_with_engine(const Words& words, const reference::AreaView& area);
    const reference::AreaView* find_area(const std::vector<reference::AreaView>& areas,
                                         const std::vector<int>& place, bool system) const;
    std::string names(const std::vector<int>& counts) const;
    void same(const Words& words, const std::string& what, const std::string& expected,
              const std::string& actual);
    void numbers(Words& words, const std::string& what, const std::vector<int>& actual);

    const Scenario& scenario_;
    const Variant& variant_;
    OnFailure on_failure_;
    std::unique_ptr<Both> both_;
    int turn_line_ = 0;
    std::vector<reference::Event> events_;
    bool again_ = false;
    bool told_again_ = false;
    std::vector<Told> told_;
    std::vector<Told> told_finally_;
    bool about_the_end_ = false;
};

/// "1,2,0"
template <class Place>
std::string place_text(const Place& place) {
    return std::to_string(place[0]) + "," + std::to_string(place[1]) + "," +
           std::to_string(place[2]);
}

/// For each kind " KIND COUNTERS".
std::string goods_text(const std::map<std::string, int>& goods);

} // namespace bastide::games
