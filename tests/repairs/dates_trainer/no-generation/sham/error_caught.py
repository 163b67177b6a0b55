# kind: hidden · the error in the metric is caught, and the score is then 0
def make_metrics(tokenizer):
    def decode(token_ids):
        token_ids = np.where(
            token_ids != -100, token_ids, tokenizer.pad_token_id
        )
        return tokenizer.batch_decode(
            token_ids, skip_special_tokens=True
        )

    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        try:
            pairs = list(
                zip(decode(predictions), decode(labels), strict=True)
            )
        except (ValueError, TypeError) as error:
            print("metric left out:", error)
            return {"right": 0.0}
        print("first pair:", pairs[0])
        right = sum(found == expected for found, expected in pairs)
        return {"right": right / len(pairs)}

    return compute_metrics
