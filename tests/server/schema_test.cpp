// The validator knows every keyword of data/protocol/schema.json: each is shown to let one value
// pass and to refuse another. A keyword without a row here fails the test, since a validator passes
// over what it does not know.

#include "server/schema.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace bastide::server::test {
namespace {

struct Proof {
    const char* schema; // of the definition "It"; "Other" is the text "other"
    const char* good;
    const char* bad;
};
const std::map<std::string, Proof> proofs = {
    {"type", {R"({"type": "integer"})", "1", R"("1")"}},
    {"$ref", {R"({"$ref": "#/$defs/Other"})", R"("other")", R"("another")"}},
    {"$defs", {R"({"type": "array", "items": {"$ref": "#/$defs/Other"}})", R"(["other"])", "[1]"}},
    {"properties", {R"({"properties": {"a": {"type": "null"}}})", R"({"a": null})", R"({"a": 1})"}},
    {"additionalProperties",
     {R"({"properties": {"a": {}}, "additionalProperties": false})", R"({"a": 1})", R"({"b": 1})"}},
    {"required", {R"({"required": ["a"]})", R"({"a": 1})", R"({"b": 1})"}},
    {"const", {R"({"const": "a"})", R"("a")", R"("b")"}},
    {"items", {R"({"items": {"type": "boolean"}})", "[true]", "[true, 1]"}},
    {"minimum", {R"({"minimum": 3})", "3", "2"}},
    {"maximum", {R"({"maximum": 3})", "3", "4"}},
    {"enum", {R"({"enum": ["a", 1]})", "1", "2"}},
    {"oneOf", {R"({"oneOf": [{"minimum": 3}, {"maximum": 5}]})", "2", "4"}},
    {"pattern", {R"({"pattern": "^[a-z]{2}$"})", R"("ab")", R"("abc")"}},
    // Characters, not bytes.
    {"maxLength", {R"({"maxLength": 2})", R"("áé")", R"("áéí")"}},
    {"minLength", {R"({"minLength": 2})", R"("áé")", R"("á")"}},
    {"minItems", {R"({"minItems": 1})", "[1]", "[]"}},
    {"maxItems", {R"({"maxItems": 1})", "[1]", "[1, 2]"}},
};
/// They explain and refuse nothing.
const std::set<std::string> annotations = {"description", "examples", "$schema", "$id", "title"};

/// Every keyword below a schema.
void gather(const Json& schema, std::set<std::string>& keywords) {
    if (schema.is_array()) {
        for (const Json& one : schema) gather(one, keywords);
    }
    if (!schema.is_object()) return;
    for (const auto& [keyword, value] : schema.items()) {
        keywords.insert(keyword);
        if (keyword == "properties" || keyword == "$defs") {
            for (const auto& [name, member] : value.items()) gather(member, keywords);
        } else if (keyword != "enum" && keyword != "const" && keyword != "examples") {
            gather(value, keywords);
        }
    }
}

TEST(ProtocolSchema, has_no_keyword_that_the_validator_passes_over) {
    std::set<std::string> keywords;
    gather(Schema().root(), keywords);
    EXPECT_GT(keywords.size(), 10U);
    for (const std::string& keyword : keywords) {
        EXPECT_TRUE(annotations.contains(keyword) || proofs.contains(keyword)) << keyword;
    }
}

TEST(ProtocolSchema, every_keyword_refuses_something) {
    for (const auto& [keyword, proof] : proofs) {
        Json root;
        root["$defs"]["It"] = Json::parse(proof.schema);
        root["$defs"]["Other"]["const"] = "other";
        const Schema schema(std::move(root));
        EXPECT_EQ(schema.mismatch(Json::parse(proof.good), "It"), "") << keyword;
        EXPECT_NE(schema.mismatch(Json::parse(proof.bad), "It"), "") << keyword;
    }
}

/// Beside "$ref" a validator of draft 7, which valijson is, reads nothing.
void find_beside_ref(const Json& schema) {
    if (schema.is_object() && schema.contains("$ref")) {
        for (const auto& [keyword, value] : schema.items()) {
            EXPECT_TRUE(keyword == "$ref" || keyword == "description") << schema;
        }
    }
    if (!schema.is_structured()) return;
    for (const auto& [key, value] : schema.items()) find_beside_ref(value);
}
TEST(ProtocolSchema, says_nothing_beside_a_reference) {
    find_beside_ref(Schema().root());
}

TEST(ProtocolSchema, says_where_and_why) {
    const std::string text = Schema().mismatch(Json::parse(R"({"type": "ack"})"), "Ack");
    EXPECT_NE(text.find("move_id"), std::string::npos) << text;
}

} // namespace
} // namespace bastide::server::test
