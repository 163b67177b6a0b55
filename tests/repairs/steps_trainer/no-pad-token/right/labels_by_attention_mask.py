def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.pad_token = tokenizer.eos_token
    return tokenizer


def make_collator(tokenizer):
    # The padding token is the end token. So padding is recognized by the
    # attention mask, and the true end of a text keeps its label.
    columns = ("input_ids", "attention_mask")

    def collate(rows):
        batch = tokenizer.pad(
            [{name: row[name] for name in columns} for row in rows],
            return_tensors="pt",
        )
        padding = batch["attention_mask"] == 0
        batch["labels"] = batch["input_ids"].masked_fill(padding, -100)
        return batch

    return collate
