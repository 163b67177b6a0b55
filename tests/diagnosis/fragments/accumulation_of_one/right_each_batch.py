accelerator = Accelerator()
for batch in loader:
    with accelerator.accumulate(model):
        accelerator.backward(model(**batch).loss)
    accumulated = accumulated + len(batch)
