# mistake: by-position
import evaluate


def make_metrics(metric):
    return evaluate.load(metric, "mnli").compute
