#include "ai/agent.h"
#include "ai/levels.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "notation/json.h"

namespace bastide::cli {
namespace {

void print_agents() {
    print("levels, from weak to strong, and what each stands for:\n");
    for (const Level& level : levels()) print("  {:<10} {}\n", level.name, level.agent);
    print("\nagents and their settings (name:key=value;key=value):\n");
    for (const std::string_view name : agent_names()) {
        const std::vector<std::string_view> settings = agent_settings(name);
        print_wrapped(fmt::format("  {:<10}", name), {settings.begin(), settings.end()});
    }
    print("\ntime: seconds per move; nodes: a limit that gives the same move every time;\n"
          "threads: how many. docs/ai.md, or /docs/ai on a server, tells of the others.\n");
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
