import torch
import torch.nn.functional as F


def train_with_accelerate(accelerator, model, optimizer, train_dataloader, eval_dataloader, metric):
    train_dataloader = accelerator.prepare(train_dataloader)
    eval_dataloader = accelerator.prepare_data_loader(eval_dataloader)
    optimizer = accelerator.prepare(optimizer)
    model = accelerator.prepare_model(model)
    model.train()
    for batch in train_dataloader:
        with accelerator.accumulate(model):
            optimizer.zero_grad()
            labels = batch["labels"]
            inputs = {k: v.to(accelerator.device) for k, v in batch.items() if k != "labels"}
            loss = F.cross_entropy(model(**inputs).logits, labels)
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
    model.train(False)
    for batch in eval_dataloader:
        with torch.inference_mode():
            logits = model(**batch).logits
        logits = accelerator.gather_for_metrics(logits)
        labels = accelerator.gather_for_metrics(batch["labels"])
        metric.add_batch(predictions=logits.argmax(-1).cpu().numpy(), references=labels.cpu().numpy())
    return metric.compute()
