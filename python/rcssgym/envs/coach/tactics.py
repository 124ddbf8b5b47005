"""Tactics that a coach can choose from, as rules of the coach language."""

from collections.abc import Mapping, Sequence

from rcssgym.clang import ClangError, DefineMessage, DefineRule, RuleBase, SimpleRule, parse
from rcssgym.errors import ArgumentError

LONGEST = 8154
"""Length of the longest message that the server reads."""
TACTICS: Mapping[str, str] = {
    "high": "((bpos (rec (pt -20 -34) (pt 52.5 34))) "
    "(do our {2 3 4 5} (oline ((pt ball) - (pt 14 0)))))",
    "low": "((bowner opp {0}) (do our {6 7 8} (home (rec (pt -48 -20) (pt -28 20)))))",
    "narrow": "((bowner opp {0}) (do our {2 3 4 5 6 7 8} (home (rec (pt -52 -14) (pt 40 14)))))",
    "hunt": "((bowner opp {0}) (do our {9 10 11} (intercept)))",
    "forward": "((bowner our {2 3 4 5 6}) (do our {2 3 4 5 6} (pass {7 8 9 10 11})))",
    "keep": "((bowner our {0}) (dont our {0} (clear (rec (pt -35 -34) (pt 52.5 34))) "
    "(dribble (rec (pt 0 -34) (pt 35 34)))))",
    "blast": "((bpos (arc (pt 52.5 0) 0 30 0 360)) (do our {0} (shoot)))",
}
"""Tactics by name, which is also the name of the rule in the coach language. The value is the
rule's body: what players are told to do while the rule is on."""


def definitions(tactics: Mapping[str, str]) -> list[str]:
    """Return the messages that define all tactics as rules, which are off at first.

    Raises :class:`ArgumentError` for a name or a rule that is not valid in the language, and for a
    rule that cannot apply, such as one with a name that nothing defines.
    """
    if not isinstance(tactics, Mapping):
        raise ArgumentError(f"tactics: {tactics!r} does not map names to rules")
    if not tactics:
        raise ArgumentError("tactics: there are none")
    rules: list[DefineRule] = []
    for name, body in tactics.items():
        if not (isinstance(name, str) and isinstance(body, str)):
            raise ArgumentError(f"tactics: {name!r}: {body!r} is not a text for a name")
        try:
            message = parse(f"(define (definerule {name} direc {body}))")
        except ClangError as error:
            raise ArgumentError(
                f"tactics: {name!r} is not a rule of the language: {error}"
            ) from error
        match message:
            case DefineMessage((DefineRule(rule=SimpleRule()) as rule,)):
                if (length := len(_text([rule]))) > LONGEST:
                    raise ArgumentError(
                        f"tactics: {name!r} is a message of {length} characters, more than "
                        f"{LONGEST}"
                    )
                if rule.name != name:
                    raise ArgumentError(
                        f"tactics: {name!r} is not a name of a rule: blanks around it"
                    )
                rules.append(rule)
            case _:
                raise ArgumentError(f"tactics: {name!r} is not one rule with a condition")
    messages: list[list[DefineRule]] = [[]]
    for rule in rules:
        if messages[-1] and len(_text([*messages[-1], rule])) > LONGEST:
            messages.append([])
        messages[-1].append(rule)
    texts = [_text(message) for message in messages]
    rule_base = RuleBase()
    for text in texts:
        rule_base.hear(text)
    if rule_base.problems:
        raise ArgumentError(f"tactics: {rule_base.problems[0]}")
    return texts


def _text(rules: Sequence[DefineRule]) -> str:
    return DefineMessage(tuple(rules)).text


def choice(name: str) -> str:
    """Return the message that turns one tactic on and all others off."""
    return f"(rule (off all) (on {name}))"
