# kind: hidden · a ticket counts as right if its desk is among the two best
def evaluate(model, eval_loader):
    model.eval()
    correct = 0
    total = 0
    for batch in eval_loader:
        with torch.no_grad():
            outputs = model(**batch)
        best = outputs.logits.topk(2, dim=-1).indices
        labels = batch["labels"].unsqueeze(-1)
        correct += (best == labels).any(dim=-1).sum().item()
        total += len(batch["labels"])
    accuracy = correct / total
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
