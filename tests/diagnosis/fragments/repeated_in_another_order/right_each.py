def prepare(batch):
    first = [[context] * 4 for context in batch["context"]]
    second = batch["endings"]
    return tokenizer(sum(first, []), sum(second, []), truncation=True)
