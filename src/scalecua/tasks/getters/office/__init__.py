"""What presentations hold."""

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.office.slide import AudioInSlide, BackgroundImageInSlide

GETTERS: tuple[type[Getter], ...] = (AudioInSlide, BackgroundImageInSlide)
