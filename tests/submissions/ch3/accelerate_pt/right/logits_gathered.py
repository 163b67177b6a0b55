import numpy as np
import torch


def train_with_accelerate(accelerator, model, optimizer, train_dataloader, eval_dataloader, metric):
    train_dataloader, model, optimizer, eval_dataloader = accelerator.prepare(
        train_dataloader, model, optimizer, eval_dataloader
    )
    model = model.train()
    for batch in train_dataloader:
        with accelerator.autocast():
            loss = model(**batch)["loss"]
        accelerator.backward(loss)
        if accelerator.sync_gradients:
            accelerator.clip_grad_norm_(model.parameters(), max_norm=0.01)
        optimizer.step()
        optimizer.zero_grad(set_to_none=False)
    model = model.eval()
    logits, labels = [], []
    with torch.inference_mode():
        for batch in eval_dataloader:
            some, their = accelerator.gather_for_metrics([model(**batch).logits, batch["labels"]])
            logits.append(some.numpy())
            labels.append(their.numpy())
    return metric.compute(predictions=np.concatenate(logits).argmax(1), references=np.concatenate(labels))
