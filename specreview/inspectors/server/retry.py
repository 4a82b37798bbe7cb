"""When a failed request is asked again, and after how long."""

import random
from dataclasses import dataclass, field

from specreview.inspectors.server.trouble import Trouble


@dataclass(frozen=True)
class RetryPolicy:
    """Exponential backoff with jitter, bounded in tries and in time.

    Attributes
    ----------
    tries
        Requests for one reply, the first included.
    early_tries
        The same for a server that was never reached: a wrong address shows at once.
    first, longest
        Seconds of the first wait, which doubles, and of the longest.
    patience
        Seconds from the first failure after which no new try begins. A wish of the server
        (Retry-After) beyond it ends the matter.
    """

    tries: int = 12
    early_tries: int = 3
    first: float = 0.5
    longest: float = 30.0
    patience: float = 300.0
    dice: random.Random = field(default_factory=random.Random, compare=False)

    def wait(self, trouble: Trouble, tried: int, elapsed: float, reached: bool) -> float | None:
        """Seconds until the next try; None to give up.

        Parameters
        ----------
        trouble
            How the latest try failed.
        tried
            Requests so far.
        elapsed
            Seconds since the first failure.
        reached
            Whether this server has ever answered.
        """
        most = self.tries if reached or not trouble.unheard else self.early_tries
        if not trouble.passing or tried >= most:
            return None
        pause = min(self.longest, self.first * 2 ** (tried - 1)) * self.dice.uniform(0.5, 1.0)
        if trouble.retry_after is not None:
            pause = max(pause, trouble.retry_after)
        return pause if elapsed + pause <= self.patience else None
