import torch


def evaluate_model(model, dataloader, metric):
    device = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")
    modes = {module: module.training for module in model.modules()}
    model.to(device).eval()
    torch.set_grad_enabled(False)
    for batch in dataloader:
        output = model(**{k: v.to(device) for k, v in batch.items()})
        chosen = torch.softmax(output["logits"], dim=1).max(dim=1).indices
        for prediction, reference in zip(chosen.tolist(), batch["labels"].tolist()):
            metric.add(prediction=prediction, reference=reference)
    torch.set_grad_enabled(True)
    for module, mode in modes.items():
        module.training = mode
    return metric.compute()
