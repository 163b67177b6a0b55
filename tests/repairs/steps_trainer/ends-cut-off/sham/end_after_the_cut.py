# kind: half · each text has an end token, but it stands where the text was cut
def tokenize(texts, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(
            examples["text"],
            truncation=True,
            padding="max_length",
            max_length=8,
        )
        for ids in tokenized["input_ids"]:
            if tokenizer.eos_token_id not in ids:
                ids[-1] = tokenizer.eos_token_id
        return tokenized

    return texts.map(tokenize_batch, batched=True)
