"""What the loop tells an agent about its last turn; nothing where all went well."""

MALFORMED = "Your last answer could not be read: {reason}. Answer with one valid action."
REFUSED = "Your last action was not performed: {reason}."


def feedback(*, malformed: str | None = None, refused: str | None = None) -> str:
    """One sentence on an answer that could not be read or an action that was refused; else empty."""
    if malformed is not None:
        return MALFORMED.format(reason=malformed)
    return REFUSED.format(reason=refused) if refused is not None else ""
