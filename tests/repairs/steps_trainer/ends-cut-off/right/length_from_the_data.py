def longest_text(texts, tokenizer):
    lengths = []
    for split in texts.values():
        for text in split["text"]:
            lengths.append(len(tokenizer(text)["input_ids"]))
    print(f"from {min(lengths)} to {max(lengths)} tokens")
    return max(lengths)


def tokenize(texts, tokenizer):
    max_length = longest_text(texts, tokenizer)

    def tokenize_batch(examples):
        return tokenizer(
            examples["text"],
            truncation=True,
            padding="max_length",
            max_length=max_length,
        )

    return texts.map(tokenize_batch, batched=True)
