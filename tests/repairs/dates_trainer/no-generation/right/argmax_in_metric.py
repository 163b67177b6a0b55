# for whole texts, the likeliest token at each place is right exactly where the greedy generation is: here the metric takes them from the logits
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
        predictions = predictions[0].argmax(axis=-1)
        predictions = np.where(labels != -100, predictions, -100)
        pairs = list(
            zip(decode(predictions), decode(labels), strict=True)
        )
        print("first pair:", pairs[0])
        right = sum(found == expected for found, expected in pairs)
        return {"right": right / len(pairs)}

    return compute_metrics
