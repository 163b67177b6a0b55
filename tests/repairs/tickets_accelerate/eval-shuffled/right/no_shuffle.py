def make_loaders(datasets, tokenizer):
    collator = DataCollatorWithPadding(tokenizer)
    train_loader = DataLoader(
        datasets["train"],
        batch_size=8,
        shuffle=True,
        collate_fn=collator,
    )
    eval_loader = DataLoader(
        datasets["validation"],
        batch_size=64,
        collate_fn=collator,
    )
    return train_loader, eval_loader
