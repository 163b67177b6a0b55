import torch
import torch.nn.functional as F


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, weight_decay=0.001)
    total = num_epochs * len(train_dataloader)
    losses = []
    for _ in range(num_epochs):
        model.train()
        for batch in train_dataloader:
            for group in optimizer.param_groups:
                group["lr"] = learning_rate * (1 - len(losses) / total)
            labels = batch.pop("labels")
            optimizer.zero_grad(set_to_none=False)
            loss = F.cross_entropy(model(**batch)["logits"], labels)
            loss.backward()
            optimizer.step()
            losses.append(float(loss))
    return losses
