//! What is wrong with a rule sheet, where, and what to do about it.

use std::fmt;

use crate::span::Span;

/// One finding about a rule sheet.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub span: Span,
    /// What is wrong, in one line without a full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Other places that matter, each with a few words.
    pub related: Vec<(Span, String)>,
}

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Severity {
    Warning,
    Error,
}

macro_rules! codes {
    ($($severity:ident $code:ident $name:literal $rule:literal)*) => {
        /// The kinds of findings.
        #[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
        pub enum Code {
            $(#[doc = $rule] $code,)*
        }

        impl Code {
            pub const ALL: &[Self] = &[$(Self::$code),*];

            pub fn severity(self) -> Severity {
                match self {
                    $(Self::$code => Severity::$severity,)*
                }
            }

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// The rule of the language behind the finding.
            pub fn rule(self) -> &'static str {
                match self {
                    $(Self::$code => $rule,)*
                }
            }
        }
    };
}

codes! {
    Error InvalidText "invalid-text" "A rule sheet is UTF-8 text without control characters."
    Error Unbalanced "unbalanced-parenthesis" "Every opening parenthesis has its closing one."
    Error UnexpectedToken "unexpected-token" "Only what the grammar allows can stand here."
    Error UnclosedQuote "unclosed-quote" "A quoted name ends with its quote on the same line."
    Error TooDeep "nested-too-deeply" "Terms and conditions nest at most 200 deep."
    Error TooLarge "too-large" "A sheet has at most 16 MiB, the alternatives of a rule multiply to at most 10,000 rules, and rules without sugar stay small."
    Error TooManyErrors "too-many-errors" "At most 100 errors are listed, and reading stops after as many syntax errors."
    Error NotASentence "not-a-sentence" "A clause or condition is a relation, perhaps with arguments."
    Error MisusedOperator "misused-operator" "`<=` takes a head, `not` one condition; `and`, `or`, `not` stand in bodies only."
    Error NegatedFormula "negated-formula" "Only a single sentence can be negated."
    Error VariableInFact "variable-in-fact" "A fact has no variables."
    Error UnsafeVariable "unsafe-variable" "A variable of the head, of a `not` or of a `distinct` occurs in a positive condition of the same rule, for `or` in every alternative."
    Error NegativeCycle "negative-cycle" "Rules are stratified: no relation depends on its own negation."
    Error UnboundedRecursion "unbounded-recursion" "An argument of a recursive condition is ground, an argument of the head, or bound by a condition outside the recursion."
    Error KeywordArity "keyword-arity" "Each keyword has a fixed number of arguments."
    Error KeywordInHead "keyword-in-head" "`true`, `does` and `distinct` are given: no rule can define them."
    Error KeywordInBody "keyword-in-body" "`init` and `next` are results: no condition can ask for them, but that of a percept may ask what comes `next`."
    Error KeywordAsFunction "keyword-as-function" "A keyword does not name a function, but in a percept."
    Error RoleRule "role-rule" "Roles are given by ground facts only."
    Error DoesTooEarly "does-too-early" "`legal`, `goal` and `terminal` speak of a state, before any move: they cannot depend on `does`."
    Error StateTooEarly "state-too-early" "`role`, `init`, `base` and `input` hold before the game: they cannot depend on `true`, `does`, `next`, `sees`, `legal`, `goal` or `terminal`."
    Error GoalValue "goal-value" "A goal value is a whole number from 0 to 100."
    Error RelationArity "relation-arity" "A relation has the same number of arguments everywhere."
    Error MissingRole "missing-role" "A game has at least one role."
    Error MissingLegal "missing-legal" "A game has rules for `legal`."
    Error MissingGoal "missing-goal" "A game has rules for `goal`."
    Error MissingTerminal "missing-terminal" "A game has rules for `terminal`."
    Warning PerceptInBody "percept-in-body" "`sees` tells the players something; the rules should not depend on what is told."
    Warning FunctionArity "function-arity" "A function has the same number of arguments everywhere."
    Warning UndefinedRelation "undefined-relation" "A condition on a relation without facts or rules never holds."
    Warning UnusedRelation "unused-relation" "A relation that no condition asks for has no effect."
    Warning UnknownRole "unknown-role" "The first argument of `legal`, `does`, `goal`, `input` and `sees` is a role."
    Warning CaseVariants "case-variants" "Names that differ only in case are different names."
    Warning EmptyBody "empty-body" "A rule without conditions is a fact."
    Warning OddAlternatives "odd-alternatives" "`or` has two or more alternatives, none of which is an `or` itself."
    Warning NegatedDistinct "negated-distinct" "Two terms that are not distinct are one: write the same term twice."
    Warning NegatedGoal "negated-goal" "A goal follows from the state; one that follows from the absence of another goal value breaks stratification, and means what is meant only as long as the values differ."
    Warning GrowingTerm "growing-term" "Terms are bounded: no chain of rules makes larger terms of its own ones."
    Warning TooManyWarnings "too-many-warnings" "At most 100 warnings are listed."
}

impl Diagnostic {
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { code, span, message: shorten(message.into()), hint: None, related: Vec::new() }
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(shorten(hint.into()));
        self
    }

    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, shorten(label.into())));
        self
    }

    pub fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }
}

/// A text with its middle left out if it is long: names have any length.
fn shorten(text: String) -> String {
    const MAX_CHARS: usize = 300;
    let Some((end, _)) = text.char_indices().nth(MAX_CHARS) else { return text };
    let (start, _) = text[..end].char_indices().nth(MAX_CHARS / 2).unwrap_or_default();
    let (tail, _) = text.char_indices().nth_back(MAX_CHARS / 2).unwrap_or_default();
    format!("{} ... {}", &text[..start], &text[tail..])
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
