# kind: half · each text is padded to the longest of itself alone, which changes nothing
def tokenize(raw_datasets, tokenizer):
    def tokenize_one(example):
        return tokenizer(example["text"], truncation=True, padding=True)

    return raw_datasets.map(tokenize_one)
