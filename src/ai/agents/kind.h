#pragma once
// What a computer player's own file tells of it. agent.cpp lists the kinds, a row each.

#include "ai/agent.h"
#include "ai/evaluation/plain_evaluation.h"

#include <span>

namespace bastide {

enum class TakesWeights : std::uint8_t { no, yes }; // of the evaluation by formula

struct AgentKind {
    std::string_view name;
    std::span<const std::string_view> keys; // what it can be told besides its budget
    TakesWeights weights;
    std::unique_ptr<Agent> (*make)(const AgentSpec& spec); // its keys are known
};

/// Whether an agent that takes weights knows one of this name.
bool is_weight(std::string_view key);
std::vector<std::string_view> weight_names();
Weights weights_from(const AgentSpec& spec);
/// A setting that counts something.
unsigned count_from(const AgentSpec& spec, std::string_view key, unsigned otherwise);

} // namespace bastide
