# kind: half · the shift is gone, but the end tokens have lost their labels
def make_collator(tokenizer):
    columns = ("input_ids", "attention_mask")

    def collate(examples):
        batch = tokenizer.pad(
            [{name: row[name] for name in columns} for row in examples],
            return_tensors="pt",
        )
        labels = batch["input_ids"].clone()
        labels[labels == tokenizer.pad_token_id] = -100
        labels[labels == tokenizer.eos_token_id] = -100
        batch["labels"] = labels
        return batch

    return collate
