def make_metrics(tokenizer):
    def decode(token_ids):
        token_ids = np.array(token_ids)  # a copy
        token_ids[token_ids < 0] = tokenizer.pad_token_id
        return tokenizer.batch_decode(
            token_ids, skip_special_tokens=True
        )

    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        pairs = list(
            zip(decode(predictions), decode(labels), strict=True)
        )
        print("first pair:", pairs[0])
        right = sum(found == expected for found, expected in pairs)
        return {"right": right / len(pairs)}

    return compute_metrics
