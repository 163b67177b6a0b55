import wandb

seen = 0
for epoch in range(cfg.epochs):
    for batch in train_loader:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        seen += len(batch["labels"])
        wandb.log({"loss": loss.item(), "epoch": seen / len(train_set)})
