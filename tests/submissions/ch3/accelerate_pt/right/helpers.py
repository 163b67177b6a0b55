import torch


def one_epoch(accelerator, model, optimizer, dataloader):
    model.train()
    for batch in dataloader:
        optimizer.zero_grad()
        output = model(**batch)
        accelerator.backward(output.loss)
        optimizer.step()


def predictions_of(accelerator, model, dataloader):
    model.eval()
    for batch in dataloader:
        with torch.no_grad():
            output = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"])
        yield accelerator.gather_for_metrics((torch.argmax(output.logits, 1), batch["labels"]))


def train_with_accelerate(accelerator, model, optimizer, train_dataloader, eval_dataloader, metric):
    model, optimizer = accelerator.prepare(model, optimizer)
    train_dataloader, eval_dataloader = accelerator.prepare(train_dataloader, eval_dataloader)
    one_epoch(accelerator, model, optimizer, train_dataloader)
    for predictions, references in predictions_of(accelerator, model, eval_dataloader):
        metric.add_batch(predictions=predictions, references=references)
    return metric.compute()
