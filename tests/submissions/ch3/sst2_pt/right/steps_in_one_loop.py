from itertools import chain, repeat

import numpy as np
from torch.optim import AdamW
from torch.optim.lr_scheduler import PolynomialLR


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    total = len(train_dataloader) * num_epochs
    no_decay = ["bias", "LayerNorm.weight"]
    grouped = [
        {"params": [p for n, p in model.named_parameters() if not any(x in n for x in no_decay)], "weight_decay": 0.01},
        {"params": [p for n, p in model.named_parameters() if any(x in n for x in no_decay)], "weight_decay": 0.0},
    ]
    optimizer = AdamW(grouped, lr=learning_rate, eps=1e-6, amsgrad=True)
    scheduler = PolynomialLR(optimizer, total_iters=total, power=1.0)
    losses = np.empty(total)
    model.train()
    for step, batch in enumerate(chain.from_iterable(repeat(train_dataloader, num_epochs))):
        for parameter in model.parameters():
            parameter.grad = None
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        scheduler.step()
        losses[step] = loss.detach().numpy()
    return losses
