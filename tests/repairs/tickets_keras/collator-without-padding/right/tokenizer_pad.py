def make_collator(tokenizer):
    def collate(examples):
        return tokenizer.pad(examples, padding=True, return_tensors="np")

    return collate
