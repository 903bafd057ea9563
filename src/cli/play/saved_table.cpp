#include "cli/play/saved_table.h"

#include "cli/console.h"
#include "cli/output_file.h"
#include "cli/sentences.h"
#include "notation/json.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace bastide::cli {
namespace {

constexpr long long largest_seed = (1ll << 53) - 1; // that every reader of JSON can hold

constexpr std::string_view any_version = "bastide-play/";
static_assert(saved_table_format.starts_with(any_version));

std::string content_of(const std::string& file) {
    std::ostringstream content;
    content << open_to_read(file).rdbuf();
    return content.str();
}

/// A new file with an unused name, beside another; it goes unless it was renamed.
class FileBeside {
  public:
    explicit FileBeside(const std::string& file)
        : name_(file + ".XXXXXX") {
        const int fd = mkstemp(name_.data());
        if (fd < 0) cannot_be_written(file);
        close(fd);
    }
    ~FileBeside() { unlink(name_.c_str()); }
    FileBeside(const FileBeside&) = delete;
    FileBeside& operator=(const FileBeside&) = delete;

    const std::string& name() const { return name_; }

  private:
    std::string name_;
};

} // namespace

std::string default_table_file() {
    const auto folder = [](const char* variable) -> std::filesystem::path {
        const char* value = std::getenv(variable);
        return value == nullptr ? "" : value;
    };
    std::filesystem::path state = folder("XDG_STATE_HOME");
    if (state.empty() || state.is_relative()) {
        const std::filesystem::path home = folder("HOME");
        if (home.empty()) bad_input("HOME is not set: name a file with --game");
        state = home / ".local" / "state";
    }
    return state / "bastide" / "play.json";
}

bool holds_table(const std::string& file) {
    const Json json = Json::parse(content_of(file), nullptr, false);
    if (!json.is_object()) return false;
    const auto format = json.find("format");
    return format != json.end() && format->is_string() &&
           format->get<std::string>().starts_with(any_version);
}

std::optional<std::string> keep_beside(const std::string& file) {
    const Json json = Json::parse(content_of(file), nullptr, false);
    const Json::json_pointer turns("/record/turns");
    if (json.is_object() && json.contains(turns) && json[turns].empty()) return std::nullopt;
    const std::filesystem::path path(file);
    for (unsigned number = 1;; ++number) {
        std::filesystem::path beside = path.parent_path() / path.stem();
        beside += fmt::format("-{}", number) + path.extension().string();
        if (std::filesystem::exists(beside)) continue;
        std::error_code failed;
        std::filesystem::rename(path, beside, failed);
        if (!failed) return beside.string();
        errno = failed.value();
        cannot_be_written(beside.string());
    }
}

void save_table(const Table& table, const std::string& file) {
    const TableSettings& settings = table.settings();
    Json json;
    json["format"] = saved_table_format;
    json["seed"] = settings.seed;
    json["first"] = settings.first;
    json["agents"] = Json::array();
    for (const TableSeat& seat : settings.seats) {
        json["agents"].push_back(seat.agent ? Json(seat.agent->text) : Json(nullptr));
    }
    std::string error;
    parse_json(write_record(table.record()), json["record"], error);
    make_folder_for(file);
    const FileBeside beside(file);
    OutputFile out(beside.name());
    out.add_line(text_of(json));
    out.close();
    std::error_code failed;
    std::filesystem::rename(beside.name(), file, failed);
    if (failed) {
        errno = failed.value();
        cannot_be_written(file);
    }
}

Table read_table(const std::string& file, const std::string& advice) {
    const auto bad_file = [&](const std::string& reason) {
        bad_input(fmt::format("{}: {}{}", file, reason, advice));
    };
    Json json;
    std::string error;
    JsonReader reader(error);
    parse_json(content_of(file), json, error);
    if (!reader.failed()) {
        reader.object(json, "the game", {"format", "seed", "first", "agents", "record"});
    }
    if (reader.string(json, "format", "the game") != saved_table_format && !reader.failed()) {
        reader.fail("it is of another version");
    }
    TableSettings settings;
    settings.seed =
        static_cast<std::uint64_t>(reader.integer(json, "seed", "the game", 0, largest_seed));
    const Json* agents = reader.array(json, "agents", "the game");
    const Json* record_json = reader.get(json, "record", "the game");
    if (reader.failed()) bad_file(error);
    const auto record = parse_record(text_of(*record_json));
    if (!record) bad_file(sentence(record.error()));
    settings.setup = record->setup;
    settings.first = static_cast<unsigned>(reader.integer(
        json, "first", "the game", 0, static_cast<long long>(record->players.size()) - 1));
    if (agents->size() != record->players.size()) reader.fail("its agents are not its players");
    if (reader.failed()) bad_file(error);
    for (std::size_t i = 0; i < record->players.size(); ++i) {
        TableSeat seat{record->players[i], std::nullopt};
        if ((*agents)[i].is_string()) {
            auto spec = parse_agent((*agents)[i].get<std::string>());
            if (!spec) bad_file(spec.error());
            if (auto agent = make_agent(*spec); !agent) bad_file(agent.error());
            seat.agent = std::move(*spec);
        }
        settings.seats.push_back(std::move(seat));
    }
    Table table(std::move(settings));
    for (std::size_t i = 0; i < record->turns.size(); ++i) {
        if (auto ok = table.play(record->turns[i]); !ok) {
            bad_file(fmt::format("turn {}: {}", i + 1, ok.error()));
        }
    }
    return table;
}

} // namespace bastide::cli
