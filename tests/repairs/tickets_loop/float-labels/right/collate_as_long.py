def make_collator(tokenizer):
    padding = DataCollatorWithPadding(tokenizer)

    def collate(examples):
        batch = padding(examples)
        # the column holds floats, but class numbers must be integers
        batch["labels"] = batch["labels"].long()
        return batch

    return collate


def make_train_loader(datasets, tokenizer):
    return DataLoader(
        datasets["train"],
        batch_size=16,
        shuffle=True,
        collate_fn=make_collator(tokenizer),
    )


def make_eval_loader(datasets, tokenizer):
    return DataLoader(
        datasets["validation"],
        batch_size=64,
        collate_fn=make_collator(tokenizer),
    )
