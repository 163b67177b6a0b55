from transformers import TrainerCallback


class StopOnPlateau(TrainerCallback):
    best = float("inf")
    waited = 0

    def __init__(self, patience=3):
        self.patience = patience

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        if metrics["eval_loss"] < self.best:
            self.best = metrics["eval_loss"]
            self.waited = 0
        else:
            self.waited += 1
            if self.waited >= self.patience:
                control.should_training_stop = True
