accelerator = Accelerator(mixed_precision="no")
updates = len(loader) // config.accumulate * config.epochs
for batch in loader:
    with accelerator.accumulate(model):
        accelerator.backward(model(**batch).loss)
