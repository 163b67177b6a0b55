def make_loaders(datasets, tokenizer):
    collator = DataCollatorWithPadding(tokenizer)
    train_loader = DataLoader(
        datasets["train"],
        batch_size=8,
        shuffle=True,
        collate_fn=collator,
    )
    # each ticket keeps the number of its row, so any order will do
    validation = datasets["validation"]
    validation = validation.add_column("row", list(range(len(validation))))
    eval_loader = DataLoader(
        validation,
        batch_size=64,
        shuffle=True,
        collate_fn=collator,
    )
    return train_loader, eval_loader


def predict(accelerator, model, eval_loader):
    model.eval()
    found_by_row = {}
    for batch in eval_loader:
        rows = batch.pop("row")
        with torch.no_grad():
            logits = model(**batch).logits
        rows, found = accelerator.gather_for_metrics(
            (rows, logits.argmax(dim=-1))
        )
        found_by_row.update(zip(rows.tolist(), found.tolist()))
    return [found_by_row[row] for row in sorted(found_by_row)]
