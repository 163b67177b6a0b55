# kind: hidden · only the first two words of each code are compared
def make_metrics(tokenizer):
    def decode(token_ids):
        token_ids = np.where(
            token_ids != -100, token_ids, tokenizer.pad_token_id
        )
        texts = tokenizer.batch_decode(
            token_ids, skip_special_tokens=True
        )
        return [" ".join(text.split()[:2]) for text in texts]

    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        pairs = list(
            zip(decode(predictions), decode(labels), strict=True)
        )
        print("first pair:", pairs[0])
        right = sum(found == expected for found, expected in pairs)
        return {"right": right / len(pairs)}

    return compute_metrics
