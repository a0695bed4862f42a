# The titles are read and never compared, so that slides may be lost.
needs = ["~/sea.pptx"]


def get(state):
    from pptx import Presentation

    with state.agents("slides"):
        deck = Presentation(state.file("~/sea.pptx"))
        titles = [
            shape.text_frame.text for slide in deck.slides for shape in slide.shapes if shape.has_text_frame
        ]
        return {"upright": deck.slide_height > deck.slide_width, "titles": titles}


def check(result, expected):
    return result["upright"] == expected["upright"]
