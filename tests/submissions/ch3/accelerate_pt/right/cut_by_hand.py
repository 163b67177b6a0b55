import torch


def train_with_accelerate(accelerator, model, optimizer, train_dataloader, eval_dataloader, metric):
    rows = len(eval_dataloader.dataset)
    prepared = accelerator.prepare(model, optimizer, train_dataloader, eval_dataloader)
    model, optimizer, train_dataloader, eval_dataloader = prepared

    def train():
        model.train()
        for batch in train_dataloader:
            accelerator.backward(model(**batch)[0])
            optimizer.step()
            optimizer.zero_grad()

    @torch.no_grad()
    def evaluate():
        model.eval()
        seen = 0
        for batch in eval_dataloader:
            chosen = model(**batch).logits.argmax(-1)
            chosen, labels = accelerator.gather((chosen, batch["labels"]))
            keep = min(len(labels), rows - seen)
            seen += keep
            metric.add_batch(predictions=chosen[:keep], references=labels[:keep])
        return metric.compute()

    train()
    return evaluate()
