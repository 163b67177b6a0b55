"""Does nothing until its objects are thrown away, which then takes for ever."""

# exercise: metrics
# setting: pt
# status: timeout, failed, error
# points: 0
import time


class Late:
    def __init__(self, text):
        self.text = text

    def __del__(self):
        time.sleep(300)


def make_metrics(metric):
    return lambda prediction: {"accuracy": len(Late("gone").text) / 10}
