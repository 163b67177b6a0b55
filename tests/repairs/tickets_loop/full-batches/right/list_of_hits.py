def evaluate(model, eval_loader):
    model.eval()
    hits: list[bool] = []
    for batch in eval_loader:
        with torch.no_grad():
            outputs = model(**batch)
        predictions = outputs.logits.argmax(dim=-1)
        for prediction, label in zip(predictions, batch["labels"]):
            hits.append(bool(prediction == label))
    assert len(hits) == len(eval_loader.dataset)
    accuracy = sum(hits) / len(hits)
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
