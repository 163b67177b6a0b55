def evaluate_model(model, dataloader, metric):
    was = model.training
    model.eval()
    model.requires_grad_(False)
    for batch in dataloader:
        out = model(**batch.to(model.device))
        metric.add_batch(predictions=(out.logits[:, 1] > out.logits[:, 0]).int(), references=batch["labels"])
    model.requires_grad_(True)
    model.train(was)
    scores = metric.compute()
    return {"accuracy": scores["accuracy"], "f1": scores["f1"]}
