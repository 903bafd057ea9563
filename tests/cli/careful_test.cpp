// What a careless command would have written over, left out or passed over in silence.

#include "notation/json.h"
#include "support/process.h"
#include "support/sanitizer.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace bastide {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// What it says of bad input, without its name before it.
std::string objection(const std::vector<std::string>& arguments, const std::string& input = "") {
    const Finished done = run_bastide(arguments, input);
    EXPECT_EQ(done.status, 2) << done.err;
    EXPECT_EQ(done.out, "");
    EXPECT_EQ(lines(done.err).size(), 1u) << done.err;
    EXPECT_THAT(done.err, StartsWith("bastide: "));
    return done.err.substr(std::string("bastide: ").size());
}

TEST(Careful, standard_input_is_told_by_its_name) {
    EXPECT_EQ(objection({"replay", "-"}), "standard input: holds no record\n");
    EXPECT_EQ(objection({"render", "-", "-o", "-"}), "standard input: holds no record\n");
    EXPECT_THAT(objection({"replay", "-"}, "x"), StartsWith("standard input: record 1: "));
    EXPECT_THAT(objection({"replay", "-"}, "{}"), StartsWith("standard input: record 1: "));
    EXPECT_EQ(objection({"arena", "--merge", "-", "--merge", "-"}),
              "standard input: holds no match\n");
    EXPECT_THAT(objection({"arena", "--merge", "-"}, "x\n"),
                StartsWith("standard input: line 1: "));
}

} // namespace
} // namespace bastide
