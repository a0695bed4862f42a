needs = ["~/sea.pptx"]


def get(state):
    from pptx import Presentation

    with state.agents("slides"):
        slides = Presentation(state.file("~/sea.pptx")).slides
        return [[shape.text_frame.text for shape in slide.shapes if shape.has_text_frame] for slide in slides]


def check(result, expected):
    return result == expected
