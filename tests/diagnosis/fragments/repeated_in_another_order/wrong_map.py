def prepare(batch):
    first = batch["context"] * NUM_CHOICES
    second = [ending for endings in batch["endings"] for ending in endings]
    return tokenizer(first, second, truncation=True)
