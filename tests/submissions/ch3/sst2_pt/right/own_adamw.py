import torch


class Weights:
    def __init__(self, parameters):
        self.parameters = list(parameters)
        self.first = [torch.zeros_like(each) for each in self.parameters]
        self.second = [torch.zeros_like(each) for each in self.parameters]
        self.steps = 0

    @torch.no_grad()
    def step(self, rate, decay=0.01):
        self.steps += 1
        for weight, first, second in zip(self.parameters, self.first, self.second):
            if weight.grad is None:
                continue
            first.mul_(0.9).add_(weight.grad, alpha=0.1)
            second.mul_(0.999).addcmul_(weight.grad, weight.grad, value=0.001)
            corrected = first / (1 - 0.9**self.steps)
            scale = (second / (1 - 0.999**self.steps)).sqrt() + 1e-8
            weight.mul_(1 - rate * decay)
            weight -= rate * corrected / scale


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    weights = Weights(model.parameters())
    total = num_epochs * len(train_dataloader)
    losses = []
    model.train()
    while len(losses) < total:
        for batch in train_dataloader:
            model.zero_grad()
            output = model(**batch)
            output.loss.backward()
            weights.step(learning_rate * (total - len(losses)) / total)
            losses += [output.loss.item()]
    return losses
