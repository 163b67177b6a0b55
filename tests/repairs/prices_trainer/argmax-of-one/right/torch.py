import torch


def make_metrics():
    def compute_metrics(eval_pred):
        outputs = torch.as_tensor(eval_pred.predictions).flatten()
        labels = torch.as_tensor(eval_pred.label_ids).flatten()
        near = (outputs - labels).abs() < 0.1 * labels
        return {"near": near.float().mean().item()}

    return compute_metrics
