import torch


def train_with_accelerate(
    accelerator,
    model,
    optimizer,
    train_dataloader,
    eval_dataloader,
    metric,
):
    prepared = accelerator.prepare(
        model,
        optimizer,
        train_dataloader,
        eval_dataloader,
    )
    model, optimizer, train_dataloader, eval_dataloader = prepared

    model.train()
    for batch in train_dataloader:
        loss = model(**batch).loss
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()

    model.eval()
    for batch in eval_dataloader:
        with torch.no_grad():
            logits = model(**batch).logits
        predictions, references = accelerator.gather_for_metrics(
            (logits.argmax(dim=-1), batch["labels"]),
        )
        metric.add_batch(predictions=predictions, references=references)
    return metric.compute()
