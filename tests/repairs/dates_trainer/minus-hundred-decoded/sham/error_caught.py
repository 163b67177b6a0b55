# kind: hidden · the error is caught, and the score is then 0
def make_metrics(tokenizer):
    def decode(token_ids):
        return tokenizer.batch_decode(
            token_ids, skip_special_tokens=True
        )

    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        try:
            pairs = list(
                zip(decode(predictions), decode(labels), strict=True)
            )
        except OverflowError:
            print("could not decode")
            return {"right": 0.0}
        print("first pair:", pairs[0])
        right = sum(found == expected for found, expected in pairs)
        return {"right": right / len(pairs)}

    return compute_metrics
