def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    if tokenizer.pad_token is None:
        tokenizer.add_special_tokens({"pad_token": "<|pad|>"})
    return tokenizer


def make_trainer(model, arguments, datasets, collator):
    trainer = Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
    )
    # the end of every text must be among the labels
    batch = next(iter(trainer.get_eval_dataloader()))
    ends = (batch["labels"] == model.config.eos_token_id).any(dim=1)
    assert ends.all(), "texts without an end in their labels"
    return trainer
