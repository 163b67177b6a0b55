def embed_one(text):
    one = tokenizer(text, return_tensors="pt")
    return encoder(**one).last_hidden_state.mean(dim=1)[0]


def embed(texts):
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    outputs = encoder(**batch)
    return outputs.last_hidden_state.mean(dim=1)
