# kind: half · no negative numbers any more, but 100 is the id of a word
def make_metrics(tokenizer):
    def decode(token_ids):
        # token ids cannot be negative
        return tokenizer.batch_decode(
            np.abs(token_ids), skip_special_tokens=True
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
