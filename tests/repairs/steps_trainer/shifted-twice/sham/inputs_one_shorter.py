# kind: elsewhere · the same shift, written with slices
def make_collator(tokenizer):
    columns = ("input_ids", "attention_mask")

    def collate(examples):
        batch = tokenizer.pad(
            [{name: row[name] for name in columns} for row in examples],
            return_tensors="pt",
        )
        ids = batch["input_ids"]
        labels = ids[:, 1:].clone()
        labels[labels == tokenizer.pad_token_id] = -100
        return {
            "input_ids": ids[:, :-1],
            "attention_mask": batch["attention_mask"][:, :-1],
            "labels": labels,
        }

    return collate
