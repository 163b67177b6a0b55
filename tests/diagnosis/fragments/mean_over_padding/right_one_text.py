def embed_one(text):
    one = tokenizer(text, return_tensors="pt")
    outputs = encoder(**one)
    return outputs.last_hidden_state.mean(dim=1)[0]
