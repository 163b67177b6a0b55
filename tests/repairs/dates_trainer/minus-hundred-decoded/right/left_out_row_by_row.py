def make_metrics(tokenizer):
    def decode(token_ids):
        texts = []
        for row in token_ids:
            # -100 is no token, it only fills the row up
            kept = [int(token_id) for token_id in row if token_id != -100]
            texts.append(tokenizer.decode(kept, skip_special_tokens=True))
        return texts

    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        pairs = list(
            zip(decode(predictions), decode(labels), strict=True)
        )
        print("first pair:", pairs[0])
        right = sum(found == expected for found, expected in pairs)
        return {"right": right / len(pairs)}

    return compute_metrics
