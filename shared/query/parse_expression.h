#pragma once

#include "shared/query/expression.h"
#include "shared/query/words.h"

namespace lockstep::query {

// Takes an expression. It ends before the first word that cannot continue it.
Parsed<Expression> ParseExpression(Words& words);

}  // namespace lockstep::query
