# kind: half · no masks, but the labels are shifted, and the model shifts them again
def make_collator(tokenizer):
    names = ("input_ids", "attention_mask")

    def collate(examples):
        batch = tokenizer.pad(
            [{name: row[name] for name in names} for row in examples],
            return_tensors="pt",
        )
        # a causal model predicts the next token
        labels = batch["input_ids"].clone()
        labels[:, :-1] = batch["input_ids"][:, 1:]
        labels[:, -1] = -100
        labels[labels == tokenizer.pad_token_id] = -100
        batch["labels"] = labels
        return batch

    return collate
