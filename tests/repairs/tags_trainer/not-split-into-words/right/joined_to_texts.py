def tokenize(raw_datasets, tokenizer):
    # This tokenizer splits a text at its blanks, so the words of the text
    # are the words of the data.
    def tokenize_batch(examples):
        texts = [" ".join(words) for words in examples["words"]]
        tokenized = tokenizer(texts, truncation=True)
        labels = []
        for i, tags in enumerate(examples["tags"]):
            word_ids = tokenized.word_ids(i)
            found = {word for word in word_ids if word is not None}
            assert len(found) <= len(tags)
            labels.append(align_labels(word_ids, tags))
        tokenized["labels"] = labels
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
