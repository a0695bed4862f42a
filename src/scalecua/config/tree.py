"""The whole configuration: a section a table, knobs chosen by their `kind`."""

from pydantic import Field

from scalecua.algo.advantage import GRPO, Advantage
from scalecua.algo.curation import Curation, KeepAll
from scalecua.algo.reward import Penalised, Reward
from scalecua.algo.sampling import Frontier, PreFilter, Sampler
from scalecua.algo.segmentation.window import SlidingWindow
from scalecua.algo.warning import Collapse, EarlyWarning
from scalecua.config.desktop import DesktopSection
from scalecua.config.evaluation import EvaluationSection
from scalecua.config.learner import LearnerSection
from scalecua.config.loss import LossSection
from scalecua.config.policy import ModelSection, PolicySection
from scalecua.config.process import LaunchSection, StoreSection
from scalecua.config.rollout import RolloutSection, TasksSection
from scalecua.config.section import Section
from scalecua.config.warmup import WarmupSection


class Config(Section):
    """Everything a run depends on; `seed` feeds every generator of random numbers."""

    seed: int = Field(0, ge=0)
    model: ModelSection = Field(default_factory=ModelSection)
    policy: PolicySection = Field(default_factory=PolicySection)
    desktop: DesktopSection = Field(default_factory=DesktopSection)
    tasks: TasksSection = Field(default_factory=TasksSection)
    prefilter: PreFilter = Field(default_factory=PreFilter)
    sampler: Sampler = Field(default_factory=Frontier)
    rollout: RolloutSection = Field(default_factory=RolloutSection)
    segmentation: SlidingWindow = Field(default_factory=SlidingWindow)
    curation: Curation = Field(default_factory=KeepAll)
    reward: Reward = Field(default_factory=Penalised)
    advantage: Advantage = Field(default_factory=GRPO)
    loss: LossSection = Field(default_factory=LossSection)
    learner: LearnerSection = Field(default_factory=LearnerSection)
    warning: EarlyWarning = Field(default_factory=Collapse)
    evaluation: EvaluationSection = Field(default_factory=EvaluationSection)
    warmup: WarmupSection = Field(default_factory=WarmupSection)
    store: StoreSection = Field(default_factory=StoreSection)
    launch: LaunchSection = Field(default_factory=LaunchSection)
