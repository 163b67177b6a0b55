# kind: elsewhere · the side of the padding is set, but there is no token to pad with
def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.padding_side = "right"
    return tokenizer


def tokenize(texts, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(examples["text"], truncation=True, padding=False)

    return texts.map(tokenize_batch, batched=True)
