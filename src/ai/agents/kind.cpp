#include "ai/agents/kind.h"

#include <algorithm>

namespace bastide {
namespace {

/// Settings by name: the one list of what can be tuned.
struct NamedWeight {
    std::string_view key;
    float Weights::* weight;
};
constexpr NamedWeight named_weights[] = {
    {"draw_share", &Weights::draw_share},
    {"hole_factor", &Weights::hole_factor},
    {"follower", &Weights::follower},
    {"follower_decay", &Weights::follower_decay},
    {"follower_end", &Weights::follower_end},
    {"returned", &Weights::returned},
    {"farm_share", &Weights::farm_share},
    {"farm_growth", &Weights::farm_growth},
    {"site_share", &Weights::site_share},
    {"abbot", &Weights::abbot},
    {"hut", &Weights::hut},
    {"fish_growth", &Weights::fish_growth},
    {"meadow_growth", &Weights::meadow_growth},
    {"behind", &Weights::behind},
    {"big", &Weights::big},
    {"builder", &Weights::builder},
};

} // namespace

bool is_weight(std::string_view key) {
    return std::ranges::find(named_weights, key, &NamedWeight::key) != std::end(named_weights);
}

std::vector<std::string_view> weight_names() {
    std::vector<std::string_view> names;
    for (const NamedWeight& named : named_weights) names.push_back(named.key);
    return names;
}

Weights weights_from(const AgentSpec& spec) {
    Weights weights;
    for (const NamedWeight& named : named_weights) {
        float& weight = weights.*named.weight;
        weight = static_cast<float>(spec.setting(named.key, static_cast<double>(weight)));
    }
    return weights;
}

unsigned count_from(const AgentSpec& spec, std::string_view key, unsigned otherwise) {
    return static_cast<unsigned>(std::clamp(spec.setting(key, otherwise), 0.0, 1e6));
}

} // namespace bastide
