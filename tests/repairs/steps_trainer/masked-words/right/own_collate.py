def make_collator(tokenizer):
    names = ("input_ids", "attention_mask")

    def collate(examples):
        batch = tokenizer.pad(
            [{name: row[name] for name in names} for row in examples],
            return_tensors="pt",
        )
        # the model moves the labels by itself
        labels = batch["input_ids"].clone()
        labels[batch["attention_mask"] == 0] = -100
        batch["labels"] = labels
        return batch

    return collate
