import torch


class Loop:
    def __init__(self, model, rate, steps):
        self.model = model
        decayed = [p for p in model.parameters() if p.ndim > 1]
        others = [p for p in model.parameters() if p.ndim <= 1]
        groups = [{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0}]
        self.optimizer = torch.optim.AdamW(groups, lr=rate)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, lambda step: max(0, steps - step) / steps)

    def step(self, batch):
        self.model.zero_grad()
        output = self.model(
            input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], labels=batch["labels"]
        )
        output[0].backward()
        self.optimizer.step()
        self.schedule.step()
        return output[0].item()


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    loop = Loop(model.train(), learning_rate, len(train_dataloader) * num_epochs)
    losses = tuple(loop.step(batch) for _ in range(num_epochs) for batch in train_dataloader)
    model.eval()
    return losses
