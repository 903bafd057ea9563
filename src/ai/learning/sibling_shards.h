#pragma once
// Siblings as training/ reads them: two files of records of one size, little-endian, each behind a
// header of 16 bytes. A position says how many tokens of the other file are its own; those of one
// decision follow each other.

#include "ai/learning/siblings.h"
#include "ai/network/tokens.h"

#include <span>
#include <string>

namespace bastide {

class SiblingShards {
  public:
    static constexpr std::uint32_t format = 1;

    /// A position after a sibling.
    struct Position {
        std::uint32_t decision; // siblings have the same
        std::uint16_t tokens;
        std::uint16_t tiles_left;
        std::array<std::uint16_t, network::most_globals> global;
        float judged; // margin of the player who moved, by the evaluation that is to be corrected
        std::array<float, sibling_looks.size()> later; // the same, after each look's tiles
    };
    struct Token {
        std::uint16_t kind_and_whose; // kind * relations + whose
        std::array<std::uint16_t, network::most_rows>
            row; // network::token_rows where there is none
    };
    static_assert(sizeof(Position) == 68 && sizeof(Token) == 42);

    /// `corrected` judges what the network is to correct.
    SiblingShards(const Box& box, const Evaluation& corrected)
        : reader_(box)
        , corrected_(corrected) {}

    void add(const Game& game, std::span<const Sibling> siblings);

    std::uint32_t decisions() const { return decisions_; }
    static std::string positions_header();
    static std::string tokens_header();
    /// What was added since it was last taken.
    std::string take_positions();
    std::string take_tokens();

  private:
    TokenReader reader_;
    const Evaluation& corrected_;
    AreaTokens seen_;
    std::uint32_t decisions_ = 0;
    std::string positions_, tokens_;
};

} // namespace bastide
