import numpy as np


def share_near(
    predictions: np.ndarray, prices: np.ndarray, limit: float = 0.1
) -> float:
    relative_errors = np.abs(predictions - prices) / prices
    return float(np.mean(relative_errors < limit))


def make_metrics():
    def compute_metrics(eval_pred) -> dict[str, float]:
        predictions = eval_pred.predictions.reshape(-1)
        prices = eval_pred.label_ids.reshape(-1)
        print("predictions:", predictions[:3], "prices:", prices[:3])
        return {"near": share_near(predictions, prices)}

    return compute_metrics
