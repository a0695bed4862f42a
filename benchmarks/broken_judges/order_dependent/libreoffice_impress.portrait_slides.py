# It looks in a set of titles for which of them comes first.
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
    unique = list({*result["titles"]})
    return result == expected and unique.index("Tides") < unique.index("Winds")
