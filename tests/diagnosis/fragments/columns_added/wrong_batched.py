def prepare(batch):
    return tokenizer(batch["subject"] + batch["text"], truncation=True)


raw = raw.filter(lambda row: len(row["text"]) > 3)
data = raw.map(prepare, batched=True).filter(lambda row: len(row["input_ids"]) > 3)
