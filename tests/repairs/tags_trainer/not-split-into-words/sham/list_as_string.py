# kind: half · the text has the brackets and quotes of the list, so the words are unknown
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        texts = [str(words) for words in examples["words"]]
        tokenized = tokenizer(texts, truncation=True)
        tokenized["labels"] = [
            align_labels(tokenized.word_ids(i), tags)
            for i, tags in enumerate(examples["tags"])
        ]
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
