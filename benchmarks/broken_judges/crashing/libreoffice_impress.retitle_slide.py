# It takes the first text of every slide, and crashes on a slide that was left without one.
needs = ["~/sea.pptx"]


def get(state):
    from pptx import Presentation

    with state.agents("slides"):
        slides = Presentation(state.file("~/sea.pptx")).slides
        return [[one.text_frame.text for one in slide.shapes if one.has_text_frame] for slide in slides]


def check(result, expected):
    titles = [slide[0] for slide in result]
    return titles == [slide[0] for slide in expected] and len(sum(result, [])) == len(titles)
