#include "ai/agents/greedy_agent.h"

#include "ai/agents/kind.h"
#include "ai/margin.h"

namespace bastide {

void GreedyAgent::prepare(const Game& game) {
    if (!table_.changes_to(game)) return;
    judge_.reset();
    evaluation_ =
        std::make_unique<PlainEvaluation>(*table_.box, table_.players, weights_, understanding_);
    judge_ = std::make_unique<MoveJudge>(*evaluation_);
}

Move GreedyAgent::choose(const Game& game, const Budget&, Random& random) {
    prepare(game);
    Game copy = game;
    std::vector<JudgedMove> moves;
    judge_->judge(copy, moves);
    const JudgedMove* best = nullptr;
    float best_margin = 0;
    unsigned ties = 0;
    for (const JudgedMove& judged : moves) {
        float margin = margin_of(judged.value, game.now.player, game.now.players);
        if (noise_ > 0) margin += noise_ * static_cast<float>(random.unit() + random.unit() - 1);
        if (best != nullptr && margin < best_margin) continue;
        if (best == nullptr || margin > best_margin) ties = 0;
        if (random.below(++ties) != 0) continue; // one of equals, uniformly
        best = &judged;
        best_margin = margin;
    }
    const float margin = margin_of(best->value, game.now.player, game.now.players);
    thought_ = {.nodes = moves.size(), .margin = static_cast<double>(margin), .win = {}};
    return best->move;
}

namespace {

constexpr std::string_view greedy_keys[] = {"completion", "fields", "sharing", "economy", "noise"};

std::unique_ptr<Agent> make_greedy(const AgentSpec& spec) {
    Understanding understanding;
    understanding.completion = spec.setting("completion", 1) != 0;
    understanding.fields = spec.setting("fields", 1) != 0;
    understanding.economy = spec.setting("economy", 0) != 0; // not the literature's greedy player's
    understanding.sharing = spec.setting("sharing", 1) != 0;
    return std::make_unique<GreedyAgent>(weights_from(spec), understanding,
                                         static_cast<float>(spec.setting("noise", 0)));
}

} // namespace

extern const AgentKind greedy_kind;
constinit const AgentKind greedy_kind = {"greedy", greedy_keys, TakesWeights::yes, make_greedy};

} // namespace bastide
