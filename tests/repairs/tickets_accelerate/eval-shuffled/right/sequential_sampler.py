from torch.utils.data import SequentialSampler


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
        sampler=SequentialSampler(datasets["validation"]),
        collate_fn=collator,
    )
    assert isinstance(eval_loader.sampler, SequentialSampler)
    return train_loader, eval_loader
