# kind: half · the labels are shifted the other way, so each one is the token itself
def make_collator(tokenizer):
    columns = ("input_ids", "attention_mask")

    def collate(examples):
        batch = tokenizer.pad(
            [{name: row[name] for name in columns} for row in examples],
            return_tensors="pt",
        )
        labels = batch["input_ids"].roll(1, dims=1)
        labels[:, 0] = -100
        labels[labels == tokenizer.pad_token_id] = -100
        batch["labels"] = labels
        return batch

    return collate
