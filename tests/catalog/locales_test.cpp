// What the rules can answer has words in every language.

#include "catalog/json_reader.h"
#include "rules/result.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace bastide {
namespace {

Json read_json(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    Json json;
    std::string error;
    EXPECT_TRUE(parse_json(text.str(), json, error)) << file << ": " << error;
    return json;
}

TEST(Locales, every_violation_has_its_own_sentence_in_every_language) {
    unsigned languages = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(BASTIDE_SOURCE_DIR "/data/locales")) {
        const Json texts = read_json(entry.path());
        std::set<std::string> sentences;
        for (const ViolationCode& violation : violation_codes) {
            const std::string key = "violation_" + std::string(violation.code);
            ASSERT_TRUE(texts.contains(key)) << entry.path() << ": " << key;
            sentences.insert(texts[key].get<std::string>());
        }
        EXPECT_EQ(sentences.size(), violation_codes.size()) << entry.path();
        ++languages;
    }
    EXPECT_GE(languages, 5u);
}

} // namespace
} // namespace bastide
