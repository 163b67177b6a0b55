import torch


def train_with_accelerate(accelerator, model, optimizer, train_dataloader, eval_dataloader, metric):
    model, optimizer, train_dataloader, eval_dataloader = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader
    )
    model.train()
    for batch in train_dataloader:
        accelerator.backward(model(**batch).loss)
        optimizer.step()
        optimizer.zero_grad()

    model.eval()
    for batch in eval_dataloader:
        with torch.no_grad():
            predictions = model(**batch).logits.argmax(dim=-1)
        pairs = list(zip(predictions.tolist(), batch["labels"].tolist()))
        pairs = accelerator.gather_for_metrics(pairs, use_gather_object=True)
        predictions, references = zip(*pairs)
        metric.add_batch(predictions=predictions, references=references)
    return metric.compute()
