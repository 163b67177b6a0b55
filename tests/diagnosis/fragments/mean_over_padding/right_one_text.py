batch = tokenizer(texts, padding=True, return_tensors="pt")
kept = batch["attention_mask"][..., None]
vectors = (encoder(**batch).last_hidden_state * kept).sum(dim=1) / kept.sum(dim=1)

one = tokenizer(texts[0], return_tensors="pt")
first = encoder(**one).last_hidden_state.mean(dim=1)[0]
