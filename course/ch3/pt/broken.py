"""The wrong cells of chapter 3's PyTorch script: the same names and parameters as in script.py."""

from tqdm.auto import tqdm
from transformers import get_scheduler


def make_optimizer(model):
    from transformers import AdamW

    return AdamW(model.parameters(), lr=5e-5)


def make_schedule(optimizer, train_dataloader, num_epochs):
    num_training_steps = num_epochs
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=num_training_steps,
    )
    return lr_scheduler, num_training_steps


def make_metric(metric_name):
    from datasets import load_metric

    return load_metric(metric_name, "mrpc")


def measure_model(model, eval_dataloader, metric, device):
    model.eval()
    total = 0.0
    for batch in eval_dataloader:
        batch = {key: value.to(device) for key, value in batch.items()}
        outputs = model(**batch)
        total += outputs.loss.item() * len(batch["labels"])
        metric.add_batch(
            predictions=outputs.logits.argmax(dim=-1),
            references=batch["labels"],
        )
    rows = len(eval_dataloader.dataset)
    return {"validation loss": total / rows, **metric.compute()}


def train_step(model, batch, optimizer, lr_scheduler):
    loss = model(**batch).loss
    loss.backward()
    optimizer.step()
    lr_scheduler.step()
    return loss.item()


def train(
    model,
    train_dataloader,
    eval_dataloader,
    optimizer,
    lr_scheduler,
    metric,
    device,
    num_epochs,
    num_training_steps,
    callbacks,
):
    progress = tqdm(total=num_training_steps)
    history = []
    model.train()
    for epoch in range(1, num_epochs + 1):
        losses = []
        for batch in train_dataloader:
            batch = {
                key: value.to(device) for key, value in batch.items()
            }
            loss = train_step(model, batch, optimizer, lr_scheduler)
            losses.append(loss)
            progress.update()
            for callback in callbacks:
                callback(loss)
        mean = sum(losses) / len(losses)
        scores = measure_model(model, eval_dataloader, metric, device)
        history.append(
            {"epoch": epoch, "training loss": mean, **scores}
        )
    progress.close()
    return history
