from dataclasses import dataclass
from typing import Any

import torch


@dataclass
class Loop:
    accelerator: Any
    model: Any
    optimizer: Any

    def train(self, batches):
        self.model.train()
        for batch in batches:
            self.accelerator.backward(self.model(**batch).loss)
            self.optimizer.step()
            self.model.zero_grad(set_to_none=True)

    @torch.no_grad()
    def score(self, batches, metric):
        self.model.eval()
        for batch in batches:
            labels = batch.pop("labels")
            logits = self.model(**batch).logits
            gathered = self.accelerator.gather_for_metrics((logits[:, 1] > logits[:, 0], labels))
            for prediction, reference in zip(*gathered):
                metric.add(prediction=int(prediction), reference=int(reference))
        return metric.compute()


def train_with_accelerate(accelerator, model, optimizer, train_dataloader, eval_dataloader, metric):
    model, optimizer, training, evaluation = accelerator.prepare(model, optimizer, train_dataloader, eval_dataloader)
    loop = Loop(accelerator, model, optimizer)
    loop.train(training)
    return loop.score(evaluation, metric)
