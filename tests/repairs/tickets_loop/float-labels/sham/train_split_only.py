# kind: half · only the training labels are integers, the evaluation still gets floats
def make_train_loader(datasets, tokenizer):
    train = datasets["train"].cast_column("labels", Value("int64"))
    return DataLoader(
        train,
        batch_size=16,
        shuffle=True,
        collate_fn=DataCollatorWithPadding(tokenizer),
    )
