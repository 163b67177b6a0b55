def make_collator(tokenizer):
    pad = DataCollatorForTokenClassification(tokenizer)

    def collate(rows):
        batch = pad(rows)
        # whatever the collator writes there: padding has no label
        padding = batch["attention_mask"] == 0
        batch["labels"] = batch["labels"].masked_fill(padding, -100)
        return batch

    return collate
