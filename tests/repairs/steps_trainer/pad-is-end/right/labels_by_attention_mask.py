def make_collator(tokenizer):
    pad = DataCollatorForLanguageModeling(tokenizer, mlm=False)

    def collate(rows):
        batch = pad(rows)
        # -100 only where there is padding, not at the true end
        batch["labels"] = batch["input_ids"].clone()
        batch["labels"][batch["attention_mask"] == 0] = -100
        return batch

    return collate
