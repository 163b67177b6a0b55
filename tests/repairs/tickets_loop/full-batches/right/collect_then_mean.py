@torch.no_grad()
def collect(model, loader) -> tuple[torch.Tensor, torch.Tensor]:
    """All predictions of a loader, and all labels, in the same order."""
    predictions = []
    labels = []
    for batch in loader:
        predictions.append(model(**batch).logits.argmax(dim=-1))
        labels.append(batch["labels"])
    return torch.cat(predictions), torch.cat(labels)


def evaluate(model, eval_loader):
    model.eval()
    predictions, labels = collect(model, eval_loader)
    accuracy = (predictions == labels).float().mean().item()
    print(f"accuracy: {accuracy:.2f} ({len(labels)} tickets)")
    return {"accuracy": accuracy}
