# kind: elsewhere · each text gets a second end token, and none of them has a label
def join_texts(raw_datasets, tokenizer):
    def join(row):
        end = tokenizer.eos_token
        return {"text": f"{row['prompt']} {row['steps']} {end} {end}"}

    return raw_datasets.map(join)
