import torch


class Accuracy:
    def __call__(self, prediction):
        logits = torch.from_numpy(prediction.predictions.copy())
        labels = torch.from_numpy(prediction.label_ids.copy())
        right = logits.softmax(dim=-1).topk(1).indices.squeeze(-1).eq(labels)
        return {"accuracy": right.double().mean().item()}


make_metrics = lambda metric: Accuracy()
