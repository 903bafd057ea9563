#include "cli/match_file.h"

#include "cli/console.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <tuple>

namespace bastide::cli {
namespace {

auto place(const Bout& bout) {
    return std::tuple(bout.pair, bout.agents.first, bout.agents.second);
}

/// The match itself, then its bouts. Gives what is wrong with the line.
std::string take_saved_line(SavedMatch& saved, const std::string& line) {
    Json json;
    std::string error;
    if (!parse_json(line, json, error)) return error;
    if (saved.bytes == 0) {
        auto match = read_match(json);
        if (!match) return match.error();
        saved.match = std::move(*match);
    } else {
        auto bout = read_bout(json, saved.match);
        if (!bout) return bout.error();
        saved.bouts.push_back(std::move(*bout));
    }
    saved.bytes += line.size() + 1;
    return {};
}

} // namespace

SavedMatch read_saved_match(const std::string& file, LastLine last) {
    std::ifstream opened;
    if (file != "-") opened = open_to_read(file);
    std::istream& in = file == "-" ? std::cin : opened;
    SavedMatch saved;
    std::string line;
    for (std::uint64_t number = 1; std::getline(in, line); ++number) {
        const bool cut_off = in.eof();
        if (cut_off && last == LastLine::whole_only) break;
        const std::string error = take_saved_line(saved, line);
        if (error.empty()) continue;
        if (!cut_off) {
            bad_input(fmt::format("{}: line {}: {}", input_name(file), number, error));
        }
        if (saved.bytes > 0) {
            complain(
                fmt::format("{}: line {} is cut off and was left out", input_name(file), number));
        }
    }
    if (in.bad() || (file == "-" && std::ferror(stdin) != 0)) cannot_be_read(file);
    if (saved.bytes == 0) bad_input(fmt::format("{}: holds no match", input_name(file)));
    return saved;
}

SavedMatch merge_saved(const std::vector<std::string>& files) {
    SavedMatch all;
    for (const std::string& file : files) {
        SavedMatch part = read_saved_match(file, LastLine::if_sound);
        if (&file != &files.front() && part.match != all.match) {
            bad_input(fmt::format("{}: is of another match than {}", input_name(file),
                                  input_name(files.front())));
        }
        all.match = std::move(part.match);
        all.bouts.insert(all.bouts.end(), std::make_move_iterator(part.bouts.begin()),
                         std::make_move_iterator(part.bouts.end()));
    }
    std::ranges::sort(all.bouts, {}, place);
    const auto twice = std::ranges::adjacent_find(all.bouts, {}, place);
    if (twice != all.bouts.end()) {
        bad_input(fmt::format("pair {} of agents {} and {} is there twice", twice->pair,
                              all.match.agents[twice->agents.first],
                              all.match.agents[twice->agents.second]));
    }
    return all;
}

std::uint64_t bytes_of_lines(const std::string& file, std::uint64_t lines) {
    std::ifstream in = open_to_read(file);
    std::uint64_t bytes = 0;
    std::string line;
    for (std::uint64_t i = 0; i < lines; ++i) {
        if (!std::getline(in, line) || in.eof()) {
            bad_input(fmt::format("{}: holds fewer records than were played", file));
        }
        bytes += line.size() + 1;
    }
    return bytes;
}

} // namespace bastide::cli
