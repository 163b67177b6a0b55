from sklearn.metrics import accuracy_score


def evaluate(model, eval_loader):
    model.eval()
    all_predictions = []
    all_labels = []
    for batch in eval_loader:
        with torch.no_grad():
            logits = model(**batch).logits
        all_predictions.extend(logits.argmax(dim=-1).tolist())
        all_labels.extend(batch["labels"].tolist())
    accuracy = float(accuracy_score(all_labels, all_predictions))
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
