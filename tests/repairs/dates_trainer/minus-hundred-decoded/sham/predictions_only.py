# kind: half · -100 is replaced in the predictions, not in the labels
def make_metrics(tokenizer):
    def decode(token_ids):
        return tokenizer.batch_decode(
            token_ids, skip_special_tokens=True
        )

    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        predictions = np.where(
            predictions != -100, predictions, tokenizer.pad_token_id
        )
        pairs = list(
            zip(decode(predictions), decode(labels), strict=True)
        )
        print("first pair:", pairs[0])
        right = sum(found == expected for found, expected in pairs)
        return {"right": right / len(pairs)}

    return compute_metrics
