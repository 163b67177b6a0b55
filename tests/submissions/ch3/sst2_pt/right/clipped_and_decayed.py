import torch
from torch.optim.lr_scheduler import LinearLR


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model.to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, betas=(0.9, 0.98), weight_decay=0.1)
    steps = num_epochs * len(train_dataloader)
    scheduler = LinearLR(optimizer, 1.0, 0.0, total_iters=steps)
    kept = torch.zeros(steps)
    model.train()
    step = 0
    for epoch in range(num_epochs):
        for batch in train_dataloader:
            batch = batch.to(device)
            optimizer.zero_grad()
            loss, logits = model(**batch).to_tuple()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            kept[step] = loss.detach()
            step += 1
    return kept.tolist()
