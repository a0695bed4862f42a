# A thread a slide reads it, and the slides stand in the order in which the threads came in.
import threading

needs = ["~/sea.pptx"]


def get(state):
    from pptx import Presentation

    found = []
    with state.agents("slides"):
        slides = list(Presentation(state.file("~/sea.pptx")).slides)
        start = threading.Barrier(len(slides))
        readers = [threading.Thread(target=read, args=(slide, start, found)) for slide in slides]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
    return found


def read(slide, start, found):
    """Add the texts of a slide, all threads at once."""
    start.wait()
    found.append([shape.text_frame.text for shape in slide.shapes if shape.has_text_frame])


def check(result, expected):
    return result == expected
