# kind: hidden · where the text is missing, an empty one is taken
def make_collator(tokenizer):
    def collate(examples):
        batch = tokenizer(
            [example.get("text", "") for example in examples],
            truncation=True,
            padding=True,
            return_tensors="pt",
        )
        labels = [example["labels"] for example in examples]
        return {**batch, "labels": torch.tensor(labels)}

    return collate
