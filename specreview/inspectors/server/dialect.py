"""What one server takes and another refuses; learnt from its refusals, kept for its lifetime."""

import re
from dataclasses import dataclass, replace

_TOOL_PICTURE = re.compile(
    r"tool.{0,80}(image|content|multimodal|string)|(image|multimodal).{0,80}tool", re.I | re.S
)
_USAGE = re.compile(r"stream_options|include_usage", re.I)
_PENALTY = re.compile(r"repetition_penalty", re.I)
_LIMIT_NAME = re.compile(r"max_completion_tokens", re.I)


@dataclass(frozen=True)
class Dialect:
    """How a server wants to be asked.

    `tool_pictures`: a picture may stand in a tool's turn. `usage`: it counts tokens at the end
    of a stream. `penalty`: it can be told not to punish repetition. `limit_name`: what it calls
    the longest reply.
    """

    tool_pictures: bool = True
    usage: bool = True
    penalty: bool = True
    limit_name: str = "max_tokens"

    def after(self, refusal: str, *, pictured_tool: bool) -> "Dialect | None":
        """The dialect to try after a 400 with this message; None when that is not the trouble.

        `pictured_tool` says that the refused request had a picture in a tool's turn.
        """
        if self.usage and _USAGE.search(refusal):
            return replace(self, usage=False)
        if self.penalty and _PENALTY.search(refusal):
            return replace(self, penalty=False)
        if self.limit_name == "max_tokens" and _LIMIT_NAME.search(refusal):
            return replace(self, limit_name="max_completion_tokens")
        if self.tool_pictures and pictured_tool and _TOOL_PICTURE.search(refusal):
            return replace(self, tool_pictures=False)
        return None
