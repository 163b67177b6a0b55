# kind: elsewhere · a batch size that happens to divide 160; the count is as wrong as before
def make_eval_loader(datasets, tokenizer):
    return DataLoader(
        datasets["validation"],
        batch_size=32,
        collate_fn=DataCollatorWithPadding(tokenizer),
    )
