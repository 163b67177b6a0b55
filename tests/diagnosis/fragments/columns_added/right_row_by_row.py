def is_short(row):
    return len(row["subject"] + row["text"]) < 400


raw = raw.filter(is_short).map(lambda row: {"length": len(row["subject"] + row["text"])}, remove_columns=["desk"])
data = raw.map(lambda batch: tokenizer(batch["text"], truncation=True), batched=True)
