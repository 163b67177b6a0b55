# kind: half · the texts lose their commas, and the labels after them are one word off
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        texts = [
            " ".join(word for word in words if word.isalpha())
            for words in examples["words"]
        ]
        tokenized = tokenizer(texts, truncation=True)
        tokenized["labels"] = [
            align_labels(tokenized.word_ids(i), tags)
            for i, tags in enumerate(examples["tags"])
        ]
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
