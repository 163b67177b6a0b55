def evaluate(model, eval_loader):
    model.eval()
    correct = 0
    for batch in eval_loader:
        with torch.no_grad():
            outputs = model(**batch)
        predictions = outputs.logits.argmax(dim=-1)
        correct += (predictions == batch["labels"]).sum().item()
    total = len(eval_loader) * eval_loader.batch_size
    accuracy = correct / total
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
