import numpy as np


def decode_rows(tokenizer, rows: np.ndarray) -> list[str]:
    rows = np.asarray(rows)
    assert rows.ndim == 2, rows.shape
    kept = [row[row != -100].tolist() for row in rows]
    return tokenizer.batch_decode(kept, skip_special_tokens=True)


def make_metrics(tokenizer):
    def compute_metrics(eval_pred) -> dict[str, float]:
        found = decode_rows(tokenizer, eval_pred.predictions)
        expected = decode_rows(tokenizer, eval_pred.label_ids)
        print("first pair:", (found[0], expected[0]))
        right = [
            left == right
            for left, right in zip(found, expected, strict=True)
        ]
        return {"right": sum(right) / len(right)}

    return compute_metrics
