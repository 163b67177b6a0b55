def make_collator(tokenizer):
    def collate(examples):
        # the texts are tokenized already, only padding is left to do
        encoded = [
            {
                "input_ids": example["input_ids"],
                "attention_mask": example["attention_mask"],
            }
            for example in examples
        ]
        batch = tokenizer.pad(encoded, padding=True, return_tensors="pt")
        labels = [example["labels"] for example in examples]
        return {**batch, "labels": torch.tensor(labels)}

    return collate
