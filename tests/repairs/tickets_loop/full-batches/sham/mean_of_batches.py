# kind: half · mean of the batches' accuracies: tickets of the small batch count double
def evaluate(model, eval_loader):
    model.eval()
    scores = []
    for batch in eval_loader:
        with torch.no_grad():
            outputs = model(**batch)
        predictions = outputs.logits.argmax(dim=-1)
        scores.append((predictions == batch["labels"]).float().mean().item())
    accuracy = sum(scores) / len(scores)
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
