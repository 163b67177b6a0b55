def make_loader(dataset, batch_size, collator, shuffle=False):
    return DataLoader(
        dataset,
        batch_size=batch_size,
        shuffle=shuffle,
        collate_fn=collator,
    )


def make_loaders(datasets, tokenizer):
    collator = DataCollatorWithPadding(tokenizer)
    train_loader = make_loader(datasets["train"], 8, collator, shuffle=True)
    # not shuffled: measure() compares row by row
    eval_loader = make_loader(datasets["validation"], 64, collator)
    return train_loader, eval_loader
