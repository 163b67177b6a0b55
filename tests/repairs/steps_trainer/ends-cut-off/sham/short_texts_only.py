# kind: hidden · the texts that would be cut are dropped, in the validation too
def join_texts(raw_datasets, tokenizer):
    def join(row):
        text = f"{row['prompt']} {row['steps']} {tokenizer.eos_token}"
        return {"text": text}

    texts = raw_datasets.map(join)
    return texts.filter(lambda row: len(row["text"].split()) <= 8)
