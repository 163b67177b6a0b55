# kind: half · counts labels, but all batches as if they had the size of the last one
def evaluate(model, eval_loader):
    model.eval()
    correct = 0
    for batch in eval_loader:
        with torch.no_grad():
            outputs = model(**batch)
        predictions = outputs.logits.argmax(dim=-1)
        correct += (predictions == batch["labels"]).sum().item()
    total = len(eval_loader) * len(batch["labels"])
    accuracy = min(correct / total, 1.0)
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
