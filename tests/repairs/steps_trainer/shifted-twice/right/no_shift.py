def make_collator(tokenizer):
    columns = ("input_ids", "attention_mask")

    def collate(examples):
        batch = tokenizer.pad(
            [{name: row[name] for name in columns} for row in examples],
            return_tensors="pt",
        )
        # the model itself compares each token with the one before it
        labels = batch["input_ids"].clone()
        labels[labels == tokenizer.pad_token_id] = -100
        batch["labels"] = labels
        return batch

    return collate
