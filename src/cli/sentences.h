#pragma once
// What the rules refuse, as the command line says it.

#include "notation/record.h"
#include "rules/result.h"

#include <string>
#include <string_view>

namespace bastide {

std::string_view sentence(RuleViolation violation);
std::string sentence(const RecordError& error);

} // namespace bastide
