"""[loss]: the objective and the mean it takes."""

from pydantic import Field

from scalecua.algo.loss import KL, Clipped, Entropy, Normalise
from scalecua.config.section import Section


class LossSection(Section):
    """Policy term, KL penalty and normalisation (ScaleCUA, eq. 3), and a bonus for entropy (there 0)."""

    policy: Clipped = Field(default_factory=Clipped)
    kl: KL = Field(default_factory=KL)
    entropy: Entropy = Field(default_factory=Entropy)
    normalise: Normalise = Field(default_factory=Normalise)
