"""Words of others are data. Here they are made harmless for a terminal, the log of a CI system, a page, and a command of GitHub's."""

import html
import os
import re
from urllib.parse import unquote_to_bytes

# Everything but what XML allows, without what moves a terminal's cursor, ends a line, or turns the direction of writing.
_HARMFUL = re.compile("[^\t\n -~\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    return _HARMFUL.sub("?", text)


def for_page(text: str) -> str:
    return html.escape(clean(text))


def name_of(name: str) -> str:
    """A name on one line, whatever is in it; as bash reads it, if it has more than what can be printed."""
    if name.isprintable():
        return name
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in escaped) + "'"


def no_command(line: str) -> str:
    """One line, without the ##word[ that some CI systems read anywhere in it."""
    return re.sub(r"#([a-z]*)\[", r"# \1[", clean(line).replace("\n", "?"))


def quoted(text: bytes, most: int) -> str:
    """The last lines of a text, each marked as quoted, so that it begins no command of a CI system."""
    lines = text[-20000:].decode("utf-8", "replace").rstrip("\n").split("\n")[-most:]
    return "\n".join("    | " + no_command(line if len(line) <= 400 else line[:400] + "...") for line in lines)


def for_github(text: str) -> str:
    """The text of a workflow command."""
    return clean(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def property_for_github(text: str) -> str:
    """A property of a workflow command, in which more letters have a meaning."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A").replace(":", "%3A").replace(",", "%2C")
    return clean(escaped)


def path_of(uri: str) -> str:
    return os.fsdecode(unquote_to_bytes(uri))
