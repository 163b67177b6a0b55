# kind: half · the labels fit now, but they are copies of the padded inputs
def make_collator(tokenizer, model):
    pad = DataCollatorWithPadding(tokenizer)

    def collate(examples):
        batch = pad(
            [
                {
                    "input_ids": example["input_ids"],
                    "attention_mask": example["attention_mask"],
                }
                for example in examples
            ]
        )
        # labels must be as long as the inputs
        batch["labels"] = batch["input_ids"].masked_fill(
            batch["attention_mask"] == 0, -100
        )
        return batch

    return collate
