"""What the oracles have in common: the rules are told as one story, a generator that stops at every decision."""


class Question:
    """A decision: who is asked what, and a function that lists the legal answers right now."""

    def __init__(self, seat, name, options, *args):
        self.seat, self.name, self.options, self.args = seat, name, options, args


class Story:
    """An oracle: it shows the decision at which its story stands, and goes on with the answer."""

    def _tell(self, story):
        """Go to the first decision."""
        self._story = story
        self._answer(None)

    def _answer(self, text):
        try:
            self._question = self._story.send(text)
        except StopIteration:
            self._question = None

    def decision(self):
        return None if self._question is None else (self._question.seat, self._question.name)

    def legal(self):
        question = self._question
        return [] if question is None else sorted(set(question.options(*question.args)))

    def apply(self, text):
        if text not in self.legal():
            raise ValueError(f"not legal at {self.decision()}: {text!r}")
        self._answer(text)
