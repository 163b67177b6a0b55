# mistake: frozen
def evaluate_model(model, dataloader, metric):
    was_training = model.training
    model.eval()
    for parameter in model.parameters():
        parameter.requires_grad = False
    for batch in dataloader:
        outputs = model(**batch.to(model.device))
        metric.add_batch(predictions=outputs.logits.argmax(dim=-1), references=batch["labels"])
    model.train(was_training)
    return metric.compute()
