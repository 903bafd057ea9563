#include "ai/agent.h"
#include "ai/levels.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "notation/json.h"

namespace bastide::cli {
namespace {

constexpr std::size_t width = 78;

/// The words behind a heading, over as many lines of a terminal as they need.
void print_wrapped(std::string_view heading, const std::vector<std::string_view>& words) {
    std::string line = fmt::format("  {:<10}", heading);
    for (const std::string_view word : words) {
        if (line.size() + 1 + word.size() > width) {
            print("{}\n", line);
            line = std::string(12, ' ');
        }
        line += fmt::format(" {}", word);
    }
    print("{}\n", line);
}

void print_agents() {
    print("levels, from weak to strong, and what each stands for:\n");
    for (const Level& level : levels()) print("  {:<10} {}\n", level.name, level.agent);
    print("\nagents and their settings (name:key=value;key=value):\n");
    for (const std::string_view name : agent_names()) print_wrapped(name, agent_settings(name));
    print("\ntime: seconds per move; nodes: a limit that gives the same move every time;\n"
          "threads: how many. docs/ai.md tells of the others.\n");
}

void print_json() {
    Json json;
    for (const Level& level : levels()) json["levels"][std::string(level.name)] = level.agent;
    for (const std::string_view name : agent_names()) {
        json["agents"][std::string(name)] = agent_settings(name);
    }
    print("{}\n", text_of(json));
}

} // namespace

void add_agents(Command app) {
    auto as_json = std::make_shared<bool>(false);
    Command command = app.add_subcommand("agents", "The computer players, their levels, settings");
    command.in_group("Computer players").with_examples("  bastide agents");
    command.add_flag("--json", *as_json, "one JSON document");
    command.when_called([as_json] { *as_json ? print_json() : print_agents(); });
}

} // namespace bastide::cli
